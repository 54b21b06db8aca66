import { Suggestions as Suggestions_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { MetadataField as MetadataField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { TagsCell as TagsCell_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { TagsField as TagsField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ValuesField as ValuesField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { RightsField as RightsField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetRenditions as AssetRenditions_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetVersions as AssetVersions_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetUses as AssetUses_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { WhoCanReach as WhoCanReach_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetActivity as AssetActivity_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetStateCell as AssetStateCell_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { StatusField as StatusField_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetCollections as AssetCollections_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetNameCell as AssetNameCell_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AssetFile as AssetFile_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Library as Library_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { CollectionView as CollectionView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { CollectionsView as CollectionsView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { BrandNameCell as BrandNameCell_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PortalSettings as PortalSettings_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SiteDeployments as SiteDeployments_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PersonPage as PersonPage_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { People as People_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ProductView as ProductView_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Fields as Fields_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Workspaces as Workspaces_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Keys as Keys_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Icon as Icon_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { Logo as Logo_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { WorkspaceSwitch as WorkspaceSwitch_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ReviewLink as ReviewLink_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { AgentsLink as AgentsLink_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { ActivityLink as ActivityLink_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { SettingsLink as SettingsLink_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
import { PanelProviders as PanelProviders_a240e300857c435d28cc32b728cf378b } from 'marque/client-components'
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
import { BrandView as BrandView_9c563702e838b181755a6db37095f83e } from 'marque/rsc'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "marque/client-components#Suggestions": Suggestions_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#MetadataField": MetadataField_a240e300857c435d28cc32b728cf378b,
  "marque/rsc#TagsCell": TagsCell_9c563702e838b181755a6db37095f83e,
  "marque/client-components#TagsField": TagsField_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ValuesField": ValuesField_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#RightsField": RightsField_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetRenditions": AssetRenditions_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetVersions": AssetVersions_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetUses": AssetUses_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#WhoCanReach": WhoCanReach_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetActivity": AssetActivity_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetStateCell": AssetStateCell_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#StatusField": StatusField_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetCollections": AssetCollections_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetNameCell": AssetNameCell_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AssetFile": AssetFile_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Library": Library_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#CollectionView": CollectionView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#CollectionsView": CollectionsView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#BrandNameCell": BrandNameCell_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PortalSettings": PortalSettings_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SiteDeployments": SiteDeployments_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PersonPage": PersonPage_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#People": People_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ProductView": ProductView_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Fields": Fields_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Workspaces": Workspaces_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Keys": Keys_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Icon": Icon_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#Logo": Logo_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#WorkspaceSwitch": WorkspaceSwitch_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ReviewLink": ReviewLink_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#AgentsLink": AgentsLink_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#ActivityLink": ActivityLink_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#SettingsLink": SettingsLink_a240e300857c435d28cc32b728cf378b,
  "marque/client-components#PanelProviders": PanelProviders_a240e300857c435d28cc32b728cf378b,
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
  "marque/rsc#BrandView": BrandView_9c563702e838b181755a6db37095f83e,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
