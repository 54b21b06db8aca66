// Client components that Marque's collections and modules name for Payload's import map: `marque/client-components#Library`.
'use client';

import './ui/look/look.ts';

export { WhoCanReach } from './access-report/WhoCanReach.tsx';
export { Keys } from './access/Keys.tsx';
export { Connect } from './agents/Connect.tsx';
export { AssetsFound } from './assets/AssetsFound.tsx';
export { UploadCommand } from './assets/UploadCommand.tsx';
export { AssetActivity } from './assets/asset/AssetActivity.tsx';
export { AssetFile } from './assets/asset/AssetFile.tsx';
export { AssetNameCell, AssetStateCell } from './assets/AssetNameCell.tsx';
export { AssetNavigation } from './assets/asset/AssetNavigation.tsx';
export { AssetRenditions } from './assets/asset/AssetRenditions.tsx';
export { AssetUses } from './assets/asset/AssetUses.tsx';
export { AssetVersions } from './assets/asset/AssetVersions.tsx';
export { MetadataField } from './assets/asset/MetadataField.tsx';
export { RightsField } from './assets/asset/RightsField.tsx';
export { StatusField } from './assets/asset/StatusField.tsx';
export { Suggestions } from './assets/asset/Suggestions.tsx';
export { AssetCollections } from './assets/collections/AssetCollections.tsx';
export { CollectionsFound } from './assets/collections/CollectionsFound.tsx';
export { CollectionsView } from './assets/collections/CollectionsView.tsx';
export { CollectionView } from './assets/collections/CollectionView.tsx';
export { Library } from './assets/library/Library.tsx';
export { SearchesInMenu } from './assets/library/searches/SearchesInMenu.tsx';
export { BrandsFound } from './brands/BrandsFound.tsx';
export { BrandNameCell } from './brands/BrandRoom.tsx';
export { ProductView } from './shell/ProductView.tsx';
export { ShortcutsCommand } from './shell/shortcuts/ShortcutsCommand.tsx';
export { Fields } from './fields/Fields.tsx';
export { ValuesField } from './fields/ValuesField.tsx';
export { Account } from './identity/Account.tsx';
export { People } from './identity/People.tsx';
export { PeopleFound } from './identity/PeopleFound.tsx';
export { PersonPage } from './identity/PersonPage.tsx';
export { Workspaces } from './identity/Workspaces.tsx';
export { TakeInvitation } from './identity/TakeInvitation.tsx';
export { PortalsFound } from './portals/PortalsFound.tsx';
export { PortalsView } from './portals/PortalsView.tsx';
export { PortalView } from './portals/PortalView.tsx';
export { ReviewLink } from './review/ReviewLink.tsx';
export { SettingsLink } from './settings/SettingsLink.tsx';
export { Icon, Logo } from './shell/Brand.tsx';
export { Dashboard } from './shell/Dashboard.tsx';
export {
  ActivityIcon,
  AgentsIcon,
  BrandsIcon,
  LibraryIcon,
  PeopleIcon,
  PortalsIcon,
  ReviewIcon,
  SettingsIcon,
  SitesIcon,
} from './shell/menu/icons.ts';
export { NavState } from './shell/menu/NavState.tsx';
export { ForgottenPassword } from './shell/ForgottenPassword.tsx';
export { PanelProviders } from './shell/PanelProviders.tsx';
export { ResetPassword } from './shell/ResetPassword.tsx';
export { Welcome } from './shell/Welcome.tsx';
export { WorkspaceSwitch } from './shell/WorkspaceSwitch.tsx';
export { SitesFound } from './sites/SitesFound.tsx';
export { SitesView } from './sites/SitesView.tsx';
export { SiteView } from './sites/SiteView.tsx';
export { TagsField } from './ui/tags/TagsField.tsx';
