// Shapes shared by the operations on portals.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Portal } from '../../src/portals/schemas.ts';

export const portalPath = z.object({ id: Id.describe('The id of the portal') });
export const OnePortal = z.object({ data: Portal });

/** The thing an operation on a portal acts on. */
export const onPortal = ({ path }: { path: Record<string, string> }) => ({ portal: path.id ?? '' });

/** How visitors name a portal. */
export const slugPath = z.object({
  slug: z.string().min(1).max(200).describe('The last part of its address'),
});

/** What its door refuses beside what every operation does. */
export const visitorErrors = ['not_found', 'gone', 'password', 'unauthorized', 'rate_limited'] as const;
