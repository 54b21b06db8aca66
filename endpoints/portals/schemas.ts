// Shapes shared by the operations on portals.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Portal } from '../../src/portals/schemas.ts';

export const portalPath = z.object({ id: Id.describe('The id of the portal') });
export const OnePortal = z.object({ data: Portal });

/** The thing an operation on a portal acts on. */
export const onPortal = ({ path }: { path: Record<string, string> }) => ({ portal: path.id ?? '' });
