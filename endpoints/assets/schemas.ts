// Shapes shared by the asset operations.
import { z } from 'zod';
import { LangParameter } from '../../src/assets/languages/read-language.ts';
import { IncludedParts } from '../../src/assets/beside.ts';
import { IncludeParameter } from '../../src/assets/delivery/thumbnails.ts';
import { Asset, Id } from '../../src/assets/schemas.ts';
import type { AccessRule } from '../../src/core/operation.ts';

export const assetPath = z.object({ id: Id });
export const OneAsset = z.object({ data: Asset });

/** Of operations that read assets. */
export const readQuery = z.object({ include: IncludeParameter, lang: LangParameter });
/** Also of the operation that changes one, whose ETag is that of the read. */
export const ReadAsset = OneAsset.extend({ included: IncludedParts });

/** The target of an asset operation. */
export const onAsset = ({ path }: { path: Record<string, string> }) => ({ asset: path.id ?? '' });

/** What operations that read an asset need. */
export const readsAsset = { scope: 'read', target: onAsset } satisfies AccessRule;

/** What operations that propose something for an asset, or comment on it, need. */
export const proposesToAsset = { scope: 'propose', target: onAsset } satisfies AccessRule;

/** Of /a and /c: as a download, and a signature. */
export const deliveredQuery = z.object({
  download: z.string().optional(),
  s: z.string().max(500).optional(),
});

/** Of content for those who can read the record. */
export const contentParameters = z.object({
  download: z.string().optional(),
  v: z
    .string()
    .max(120)
    .optional()
    .describe(
      'Of the address in `thumbnail`; fits every transform of the asset. If it is current, browsers may keep the answer for an hour; otherwise the answer is the same, but not kept',
    ),
});
