// Shapes shared by the operations on sites.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Deployment, Site } from '../../src/sites/schemas.ts';

export const sitePath = z.object({ id: Id.describe('The id of the site') });
export const OneSite = z.object({ data: Site });
export const OneDeployment = z.object({ data: Deployment });

/** The thing an operation on a site acts on. */
export const onSite = ({ path }: { path: Record<string, string> }) => ({ site: path.id ?? '' });
