// What hangs beside one asset's record: everything about it that has an operation of its own, in the same answer.
import { z } from 'zod';
import type { Db } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { AssetCrops, cropsOf } from './crops/crops.ts';
import { Thumbnail, thumbnailOf, type Pictured } from './delivery/thumbnails.ts';
import { AssetTexts, assetTextsOf } from './languages/asset-texts.ts';
import { slotsIn } from './languages/slots.ts';
import { Preview, previewOf } from './previews/previews.ts';
import type { Asset } from './schemas.ts';
import { AssetUsage, usageOf } from './usage.ts';

const parts = ['thumbnail', 'preview', 'crops', 'texts', 'usage'] as const;
type Part = (typeof parts)[number];

/** What to answer beside the record: a comma-separated list. */
export const IncludeParts = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(parts)))
  .optional()
  .describe(`Adds \`included\`, keyed by asset ID. A comma-separated list of ${parts.join(', ')}`);

export const IncludedParts = z
  .record(
    z.string(),
    z.object({
      thumbnail: Thumbnail.optional(),
      preview: Preview.optional().describe('As at …/preview'),
      crops: AssetCrops.optional().describe('As at …/crops; `suggested` is null if it wasn’t found yet'),
      texts: AssetTexts.optional().describe('As at …/texts'),
      usage: AssetUsage.optional().describe('As at …/usage'),
    }),
  )
  .optional()
  .describe('By asset ID, if you asked for it with `include`');
type Beside = NonNullable<z.infer<typeof IncludedParts>>[string];

/** Whether `include`, as it was sent, names a part. */
export const namesPart = (include: unknown, part: Part): boolean =>
  typeof include === 'string' && include.split(',').includes(part);

/** What was asked for of an asset that the caller may read. */
export async function besideOf(
  service: Service,
  db: Db,
  row: Pictured & { asset: Asset },
  wanted: readonly Part[],
): Promise<Beside> {
  const { id, workspaceId, sha256, mime, probe } = row.asset;
  const read: { [P in Part]: () => Beside[P] | Promise<Beside[P]> } = {
    thumbnail: () => thumbnailOf(service.env.serverUrl, row),
    preview: () => previewOf(db, service.env.serverUrl, { id, sha256, mime, probe }),
    crops: () => cropsOf(db, id),
    texts: async () => assetTextsOf(db, id, await slotsIn(service, db, workspaceId)),
    usage: () => usageOf(db, id),
  };
  const named = parts.filter((part) => wanted.includes(part));
  return Object.fromEntries(
    await Promise.all(named.map(async (part) => [part, await read[part]()] as const)),
  );
}
