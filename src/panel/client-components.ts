// Client components that Marque's collections and modules name for Payload's import map: `marque/client-components#Library`. Every view
// loads this file, so whatever only some need comes with them.
'use client';

import dynamic from 'next/dynamic.js';
import './ui/look/look.ts';

export { UploadCommand } from './assets/UploadCommand.tsx';
export { AssetNameCell, AssetStateCell } from './assets/AssetNameCell.tsx';
export { LibraryInMenu } from './assets/library/LibraryInMenu.tsx';
export { ProductView } from './shell/ProductView.tsx';
export { ShortcutsCommand } from './shell/shortcuts/ShortcutsCommand.tsx';
export { DocumentMenuName } from './shell/DocumentMenuName.tsx';
export { ReviewLink } from './review/ReviewLink.tsx';
export { SettingsLink } from './settings/SettingsLink.tsx';
export { Icon, Logo } from './shell/Brand.tsx';
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
export { WorkspaceSwitch } from './shell/WorkspaceSwitch.tsx';

export const Account = dynamic(() => import('./identity/Account.tsx').then((module) => module.Account));
export const AssetsFound = dynamic(() =>
  import('./assets/AssetsFound.tsx').then((module) => module.AssetsFound),
);
export const BrandPartRecord = dynamic(() =>
  import('./brands/BrandRecord.tsx').then((module) => module.BrandPartRecord),
);
export const BrandRecord = dynamic(() =>
  import('./brands/BrandRecord.tsx').then((module) => module.BrandRecord),
);
export const BrandsFound = dynamic(() =>
  import('./brands/BrandsFound.tsx').then((module) => module.BrandsFound),
);
export const ChoiceField = dynamic(() =>
  import('./ui/form/ChoiceField.tsx').then((module) => module.ChoiceField),
);
export const CollectionView = dynamic(() =>
  import('./assets/collections/CollectionView.tsx').then((module) => module.CollectionView),
);
export const CollectionsFound = dynamic(() =>
  import('./assets/collections/CollectionsFound.tsx').then((module) => module.CollectionsFound),
);
export const CollectionsView = dynamic(() =>
  import('./assets/collections/CollectionsView.tsx').then((module) => module.CollectionsView),
);
export const Connect = dynamic(() => import('./agents/Connect.tsx').then((module) => module.Connect));
export const Dashboard = dynamic(() => import('./shell/Dashboard.tsx').then((module) => module.Dashboard));
export const Fields = dynamic(() => import('./fields/Fields.tsx').then((module) => module.Fields));
export const ForgottenPassword = dynamic(() =>
  import('./shell/ForgottenPassword.tsx').then((module) => module.ForgottenPassword),
);
export const Keys = dynamic(() => import('./access/Keys.tsx').then((module) => module.Keys));
export const MomentField = dynamic(() =>
  import('./ui/form/MomentField.tsx').then((module) => module.MomentField),
);
export const People = dynamic(() => import('./identity/People.tsx').then((module) => module.People));
export const PeopleFound = dynamic(() =>
  import('./identity/PeopleFound.tsx').then((module) => module.PeopleFound),
);
export const PersonPage = dynamic(() =>
  import('./identity/PersonPage.tsx').then((module) => module.PersonPage),
);
export const PortalView = dynamic(() =>
  import('./portals/PortalView.tsx').then((module) => module.PortalView),
);
export const PortalsView = dynamic(() =>
  import('./portals/PortalsView.tsx').then((module) => module.PortalsView),
);
export const PortalsFound = dynamic(() =>
  import('./portals/PortalsFound.tsx').then((module) => module.PortalsFound),
);
export const ResetPassword = dynamic(() =>
  import('./shell/ResetPassword.tsx').then((module) => module.ResetPassword),
);
export const SiteView = dynamic(() => import('./sites/SiteView.tsx').then((module) => module.SiteView));
export const SitesView = dynamic(() => import('./sites/SitesView.tsx').then((module) => module.SitesView));
export const SitesFound = dynamic(() => import('./sites/SitesFound.tsx').then((module) => module.SitesFound));
export const TakeInvitation = dynamic(() =>
  import('./identity/TakeInvitation.tsx').then((module) => module.TakeInvitation),
);
export const Welcome = dynamic(() => import('./shell/Welcome.tsx').then((module) => module.Welcome));
export const WhoCanReach = dynamic(() =>
  import('./access-report/WhoCanReach.tsx').then((module) => module.WhoCanReach),
);
export const Workspaces = dynamic(() =>
  import('./identity/Workspaces.tsx').then((module) => module.Workspaces),
);
