// Where a view of the panel is in this app, for links in mails, answers and pages, and in the panel itself: the browser loads this, too.
import { formatAdminURL } from 'payload/shared';

/** What the plugin says in `admin.custom`, where the server and the browser read it. */
export interface PanelPlaces {
  /** What the slugs of Marque's collections begin with. */
  marqueSlugPrefix: string;
  /** The path below which Marque's views are, such as `/marque`; '' for none. */
  marquePanelPath: string;
  /** The first segments of Marque's views, and of its modules': `settings`, `brands`. */
  marqueViews: readonly string[];
  /** Slugs of modules' collections, which have no prefix. */
  marqueModuleSlugs: readonly string[];
}

/** The part of a config, the server's or the browser's, that says where things are. */
interface PanelConfig {
  routes: { admin: string };
  admin: { custom?: object };
}

/** What of it the plugin has said. */
export const placesIn = ({ admin }: Pick<PanelConfig, 'admin'>): Partial<PanelPlaces> => admin.custom ?? {};

/**
 * The path on this server of a path in the panel. Collections go by the names that we give them: `/collections/assets`. Payload's own
 * views are where they are.
 */
export function panelAddress(config: PanelConfig, path: `/${string}` | ''): string {
  const {
    marqueSlugPrefix = '',
    marquePanelPath = '',
    marqueViews = [],
    marqueModuleSlugs = [],
  } = placesIn(config);
  const [, first = '', second = ''] = path.split(/[/?#]/);
  const isPrefixed = first === 'collections' && !marqueModuleSlugs.includes(second);
  const here = isPrefixed
    ? `/collections/${marqueSlugPrefix}${path.slice('/collections/'.length)}`
    : `${marqueViews.includes(first) ? marquePanelPath : ''}${path}`;
  return formatAdminURL({ adminRoute: config.routes.admin, path: (here || null) as `/${string}` | null });
}

interface PanelOwner {
  env: { serverUrl: string };
  payload: { config: PanelConfig };
}

/** The whole address of a path in the panel. */
export const panelUrl = ({ env, payload }: PanelOwner, path: `/${string}` | ''): string =>
  `${env.serverUrl}${panelAddress(payload.config, path)}`;
