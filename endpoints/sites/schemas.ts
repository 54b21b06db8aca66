// Shapes shared by the operations on sites.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Deployment, Site } from '../../src/sites/schemas.ts';

export const sitePath = z.object({ id: Id.describe("The site's id") });
export const deploymentPath = sitePath.extend({ deployment: Id });
export const OneSite = z.object({ data: Site });
export const OneDeployment = z.object({ data: Deployment });

/** The target of operations on a site. */
export const onSite = ({ path }: { path: Record<string, string> }) => ({ site: path.id ?? '' });
