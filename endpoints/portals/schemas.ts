// Shapes shared by the operations on portals.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Portal } from '../../src/portals/schemas.ts';

export const portalPath = z.object({ id: Id.describe("The portal's id") });
export const OnePortal = z.object({ data: Portal });

/** The target of operations on a portal. */
export const onPortal = ({ path }: { path: Record<string, string> }) => ({ portal: path.id ?? '' });

/** How visitors address a portal. */
export const slugPath = z.object({
  slug: z.string().min(1).max(200).describe("The last part of the portal's address"),
});

/** Which of a portal's brands. Typed into an address bar: what can't be read is the default. */
export const brandQuery = z.object({
  brand: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .catch(null)
    .default(null)
    .describe('A slug. Default: the first brand'),
});

/** Errors of the visibility check, beside those of every operation. */
export const visitorErrors = ['not_found', 'gone', 'password', 'unauthorized', 'rate_limited'] as const;
