// The paths of a portal's pages, with the language that the visitor asked for.
import type { EnteredPortal, PortalFacts } from '../visibility.ts';
import type { ViewName } from './views/index.ts';
import { publicPath } from '../../core/public-paths.ts';

type Linked = Pick<PortalFacts, 'slug'> & Partial<Pick<EnteredPortal, 'lang'>>;
type Query = Readonly<Record<string, string>>;

/** A query in the visitor's language: `?…`, or nothing. */
export function queryIn({ lang }: Partial<Pick<EnteredPortal, 'lang'>>, query: Query = {}): string {
  const text = new URLSearchParams({ ...query, ...(lang && { lang }) }).toString();
  return text && `?${text}`;
}

const rootOf = ({ slug }: Linked): string => `${publicPath('p')}/${slug}`;

export const homeOf = (portal: Linked, query?: Query): string => `${rootOf(portal)}${queryIn(portal, query)}`;
/** @param path from `pagePath` */
export const pageOf = (portal: Linked, path: string, query?: Query): string =>
  `${rootOf(portal)}/${path}${queryIn(portal, query)}`;
/** A brand as one document. */
export const printOf = (portal: Linked, query?: Query): string =>
  `${rootOf(portal)}/print${queryIn(portal, query)}`;
/** What a brand's publishes changed, as an Atom feed. */
export const feedOf = (portal: Linked, query?: Query): string =>
  `${rootOf(portal)}/updates.atom${queryIn(portal, query)}`;
/** The zip of the files that a section, a page or a collection offers: see `DownloadQuery`. */
export const downloadOf = (portal: Linked, query: Query): string =>
  `${rootOf(portal)}/-/download${queryIn(portal, query)}`;
/** `-` can't be a brand's slug. */
export const viewOf = (portal: Linked, view: ViewName, query?: Query): string =>
  `${rootOf(portal)}/-/${view}${queryIn(portal, query)}`;
