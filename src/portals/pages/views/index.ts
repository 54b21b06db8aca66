// The views of a portal by name, in the order of its navigation. Each is at /p/<portal>/-/<name>.
import type { PortalView } from '../view.ts';
import { access } from './access.tsx';
import { files } from './files.tsx';
import { search } from './search.tsx';
import { terms } from './terms.tsx';
import { updates } from './updates.tsx';

export const portalViews = { files, search, updates, terms, access } satisfies Record<string, PortalView>;
export type ViewName = keyof typeof portalViews;
export const viewNames = Object.keys(portalViews) as ViewName[];
