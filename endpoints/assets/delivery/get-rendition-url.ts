import { z } from 'zod';
import { demandPreset } from '../../../src/assets/crops/presets.ts';
import { rulesOf, rulesSql, type RulesRow } from '../../../src/assets/delivery/rendition-rules.ts';
import { isTransformable } from '../../../src/assets/metadata/kinds.ts';
import { assetJson, type AssetRow } from '../../../src/assets/queries.ts';
import type { Asset } from '../../../src/assets/schemas.ts';
import { hindrancesOf, servedTo, utcDay } from '../../../src/assets/rules.ts';
import {
  askableFormats,
  canonical,
  fits,
  maxPage,
  maxSide,
  parseTransform,
  type Transform,
} from '../../../src/assets/delivery/parse-transform.ts';
import { defineOperation, type Query } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { assetPath, readsAsset } from '../schemas.ts';
import { publicPath } from '../../../src/core/public-paths.ts';

/** The record, whether it is private by the collections it is in, and the presets. */
const renditionUrlQuery: Query<AssetRow & RulesRow & { effective_private: boolean | null }> = {
  name: 'asset-rendition-url',
  text: `select ${assetJson('a')} as asset, a.effective_private, ${rulesSql} from payload.assets a where a.id = t.id`,
};

const side = z.coerce.number().int().min(1).max(maxSide).optional();

const flag = z.enum(['true', 'false']);

/** A withdrawn asset is never handed out; the error says what to use instead. */
function demandUsable(asset: Asset, day: string): void {
  const { status, deletedAt, rights, supersededBy: instead } = asset;
  const [hindrance] = hindrancesOf(
    { status, deleted: deletedAt !== null, embargo: null, expires: rights?.expires ?? null },
    day,
  );
  if (hindrance !== 'deleted' && hindrance !== 'archived' && hindrance !== 'expired') return;
  throw new ApiError(
    'conflict',
    instead
      ? `This asset is ${hindrance} and must not be used. Use the asset that replaces it: ${instead}.`
      : `This asset is ${hindrance} and must not be used. Search for another one.`,
    { state: hindrance, supersededBy: instead },
  );
}

export const getRenditionUrl = defineOperation({
  name: 'get_rendition_url',
  http: {
    route: 'GET /api/v1/assets/{id}/rendition-url',
    tag: 'assets',
  },
  summary: 'Get the URL of an asset in a given size and format',
  description:
    'If the asset is served to everyone, the URL needs no key; otherwise it needs yours. An expired, archived or deleted asset is a 409 that names its replacement.',
  access: readsAsset,
  query: renditionUrlQuery,
  input: {
    path: assetPath,
    query: z.object({
      page: z.coerce.number().int().min(1).max(maxPage).optional().describe('Of a PDF'),
      w: side.describe('Width in pixels; never enlarged'),
      h: side.describe('Height in pixels'),
      fit: z.enum(fits).optional().describe('With w and h: how the image fits them; default cover'),
      q: z.coerce.number().int().min(1).max(100).optional().describe('Quality; default 80'),
      f: z.enum(askableFormats).optional().describe("Format; default: the source's if browsers show it"),
      bg: z
        .string()
        .regex(/^[0-9a-f]{6}$/i, 'Six hexadecimal digits, such as ffffff.')
        .optional()
        .describe('Behind transparent pixels, and around the picture with fit=contain'),
      gray: flag.optional(),
      trim: flag.optional().describe('Without a border of one color'),
      preset: z.string().max(40).optional().describe('The name of a preset. Only page and w can go with it'),
    } satisfies Record<keyof Transform, z.ZodType>),
  },
  output: z.object({
    data: z.object({
      url: z.string(),
      transform: z.string(),
      public: z.boolean().describe('False if the URL needs your key'),
    }),
  }),
  errors: ['conflict', 'unsupported'],
  agent: {
    structured: true,
    title: 'Get a rendition URL',
    description:
      "Returns an asset's URL in a given size and format. Don't resize files yourself. Call check_use first.",
    readOnly: true,
    without: ['bg', 'gray', 'trim', 'preset'],
  },
  run: ({ row, service }, { path, query }) => {
    const { asset, effective_private: effectivelyPrivate } = row;
    const day = utcDay(new Date());
    demandUsable(asset, day);
    if (!isTransformable(asset.mime))
      throw new ApiError(
        'unsupported',
        `${asset.mime} files can't be rendered. Use the original's URL from describe_asset.`,
      );
    const asked = Object.entries(query)
      .filter(([, value]) => value !== 'false')
      .map(([key, value]) => (value === 'true' ? key : `${key}_${value}`));
    const parsed = parseTransform(asked.length > 0 ? asked.join(',') : 'q_80');
    if (parsed.preset !== undefined) demandPreset(parsed.preset, rulesOf(row).presets);
    const transform = canonical(parsed, { mime: asset.mime });
    const everyone =
      servedTo(
        {
          status: asset.status,
          deleted: asset.deletedAt !== null,
          embargo: asset.rights?.embargo ?? null,
          expires: asset.rights?.expires ?? null,
          public: asset.public,
          private: asset.private || effectivelyPrivate === true,
        },
        day,
      ) === 'world';
    const { serverUrl } = service.env;
    const url = everyone
      ? `${serverUrl}${publicPath('a')}/${asset.id}/${transform}`
      : `${serverUrl}/api/v1/assets/${path.id}/content/${transform}`;
    return Promise.resolve({ data: { url, transform, public: everyone } });
  },
});
