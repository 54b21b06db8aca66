import { AssetStateCell as AssetStateCell_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { TagsCell as TagsCell_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { AssetNameCell as AssetNameCell_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { DocumentMenuName as DocumentMenuName_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetPage as AssetPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { LibraryPage as LibraryPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { CollectionView as CollectionView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { CollectionsView as CollectionsView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { MomentField as MomentField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PortalView as PortalView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PortalsView as PortalsView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ChoiceField as ChoiceField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SiteView as SiteView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SitesView as SitesView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PersonPage as PersonPage_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { People as People_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { BrandRecord as BrandRecord_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ProductView as ProductView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { BrandPartRecord as BrandPartRecord_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Fields as Fields_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Workspaces as Workspaces_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Keys as Keys_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Nav as Nav_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { Icon as Icon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Logo as Logo_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SearchAction as SearchAction_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { WorkspaceSwitch as WorkspaceSwitch_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { MenuLinks as MenuLinks_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { NavState as NavState_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PanelRoot as PanelRoot_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { Dashboard as Dashboard_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ReviewPage as ReviewPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { AgentsPage as AgentsPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { Connect as Connect_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { EventsPage as EventsPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { TakeInvitation as TakeInvitation_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Account as Account_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Welcome as Welcome_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ForgottenPassword as ForgottenPassword_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ResetPassword as ResetPassword_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SettingsPage as SettingsPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { DuplicatesPage as DuplicatesPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { BrandsPage as BrandsPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { BrandView as BrandView_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { WebhooksPage as WebhooksPage_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'
import { WhoCanReach as WhoCanReach_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ActivityIcon as ActivityIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PeopleIcon as PeopleIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SettingsIcon as SettingsIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SettingsLink as SettingsLink_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { LibraryIcon as LibraryIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { LibraryInMenu as LibraryInMenu_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { BrandsIcon as BrandsIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SitesIcon as SitesIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PortalsIcon as PortalsIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ShortcutsCommand as ShortcutsCommand_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PeopleFound as PeopleFound_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { UploadCommand as UploadCommand_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetsFound as AssetsFound_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { CollectionsFound as CollectionsFound_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { BrandsFound as BrandsFound_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SitesFound as SitesFound_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PortalsFound as PortalsFound_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ReviewIcon as ReviewIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ReviewLink as ReviewLink_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AgentsIcon as AgentsIcon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'

/** @type import('payload').ImportMap */
export const importMap = {
  "marque/client-components#AssetStateCell": AssetStateCell_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#TagsCell": TagsCell_9c563702e838b181755a6db37095f83e,
  "marque/client-components#AssetNameCell": AssetNameCell_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#DocumentMenuName": DocumentMenuName_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#AssetPage": AssetPage_9c563702e838b181755a6db37095f83e,
  "marque/rsc#LibraryPage": LibraryPage_9c563702e838b181755a6db37095f83e,
  "marque/client-components#CollectionView": CollectionView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#CollectionsView": CollectionsView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#MomentField": MomentField_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PortalView": PortalView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PortalsView": PortalsView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ChoiceField": ChoiceField_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SiteView": SiteView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SitesView": SitesView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PersonPage": PersonPage_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#People": People_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#BrandRecord": BrandRecord_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ProductView": ProductView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#BrandPartRecord": BrandPartRecord_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Fields": Fields_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Workspaces": Workspaces_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Keys": Keys_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#Nav": Nav_9c563702e838b181755a6db37095f83e,
  "marque/client-components#Icon": Icon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Logo": Logo_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#SearchAction": SearchAction_9c563702e838b181755a6db37095f83e,
  "marque/client-components#WorkspaceSwitch": WorkspaceSwitch_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#MenuLinks": MenuLinks_9c563702e838b181755a6db37095f83e,
  "marque/client-components#NavState": NavState_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#PanelRoot": PanelRoot_9c563702e838b181755a6db37095f83e,
  "marque/client-components#Dashboard": Dashboard_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#ReviewPage": ReviewPage_9c563702e838b181755a6db37095f83e,
  "marque/rsc#AgentsPage": AgentsPage_9c563702e838b181755a6db37095f83e,
  "marque/client-components#Connect": Connect_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#EventsPage": EventsPage_9c563702e838b181755a6db37095f83e,
  "marque/client-components#TakeInvitation": TakeInvitation_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Account": Account_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Welcome": Welcome_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ForgottenPassword": ForgottenPassword_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ResetPassword": ResetPassword_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#SettingsPage": SettingsPage_9c563702e838b181755a6db37095f83e,
  "marque/rsc#DuplicatesPage": DuplicatesPage_9c563702e838b181755a6db37095f83e,
  "marque/rsc#BrandsPage": BrandsPage_9c563702e838b181755a6db37095f83e,
  "marque/rsc#BrandView": BrandView_9c563702e838b181755a6db37095f83e,
  "marque/rsc#WebhooksPage": WebhooksPage_9c563702e838b181755a6db37095f83e,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1,
  "marque/client-components#WhoCanReach": WhoCanReach_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ActivityIcon": ActivityIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PeopleIcon": PeopleIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SettingsIcon": SettingsIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SettingsLink": SettingsLink_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#LibraryIcon": LibraryIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#LibraryInMenu": LibraryInMenu_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#BrandsIcon": BrandsIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SitesIcon": SitesIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PortalsIcon": PortalsIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ShortcutsCommand": ShortcutsCommand_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PeopleFound": PeopleFound_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#UploadCommand": UploadCommand_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetsFound": AssetsFound_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#CollectionsFound": CollectionsFound_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#BrandsFound": BrandsFound_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SitesFound": SitesFound_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PortalsFound": PortalsFound_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ReviewIcon": ReviewIcon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ReviewLink": ReviewLink_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AgentsIcon": AgentsIcon_a240e300857c435d28cc32b728cf378b
}
