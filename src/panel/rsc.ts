// Server components that Marque's collections and modules name for Payload's import map: `marque/rsc#BrandView`.
import './ui/look/look.ts';

export { AgentsPage } from './agents/AgentsPage.tsx';
export { AssetPage } from './assets/asset/AssetPage.tsx';
export { BrandView } from './brands/BrandView.tsx';
export { BrandsPage } from './brands/list/BrandsPage.tsx';
export { DuplicatesPage } from './assets/duplicates/DuplicatesPage.tsx';
export { EventsPage } from './events/EventsPage.tsx';
export { MenuLinks } from './shell/menu/MenuLinks.tsx';
export { ModulePage } from './shell/ModulePage.tsx';
export { LibraryPage } from './assets/library/LibraryPage.tsx';
export { Nav } from './shell/menu/Nav.tsx';
export { PanelRoot } from './shell/PanelRoot.tsx';
export { ReviewPage } from './review/ReviewPage.tsx';
export { SearchAction } from './shell/finder/SearchAction.tsx';
export { SettingsPage } from './settings/SettingsPage.tsx';
export { TagsCell } from './ui/tags/TagsCell.tsx';
export { WebhooksPage } from './webhooks/WebhooksPage.tsx';
