// The paths of a portal's pages.
import type { PortalFacts } from '../visibility.ts';
import type { ViewName } from './views/index.ts';
import { publicPath } from '../../core/public-paths.ts';

export const homeOf = ({ slug }: Pick<PortalFacts, 'slug'>): string => `${publicPath('p')}/${slug}`;
/** `-` can't be a brand's slug. */
export const viewOf = (portal: Pick<PortalFacts, 'slug'>, view: ViewName): string =>
  `${homeOf(portal)}/-/${view}`;
