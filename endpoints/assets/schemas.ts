// Shapes shared by the asset operations.
import { z } from 'zod';
import { Asset, Id } from '../../src/assets/schemas.ts';

export const assetPath = z.object({ id: Id });
export const OneAsset = z.object({ data: Asset });

/** The target of an asset operation. */
export const onAsset = ({ path }: { path: Record<string, string> }) => ({ asset: path.id ?? '' });

/** Of /a and /c: as a download, and a signature. */
export const deliveredQuery = z.object({
  download: z.string().optional(),
  s: z.string().max(500).optional(),
});

/** Of content for those who can read the record. */
export const contentQuery = z.object({
  download: z.string().optional(),
  v: z
    .string()
    .max(120)
    .optional()
    .describe(
      'The accessEpoch of GET /api/v1/me: browsers may keep the answer for an hour, at an address that changes with what you can access',
    ),
});
