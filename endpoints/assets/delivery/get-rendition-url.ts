import { z } from 'zod';
import { isTransformable } from '../../../src/assets/metadata/kinds.ts';
import type { AssetRow } from '../../../src/assets/queries.ts';
import { hindrancesOf, servedTo, utcDay } from '../../../src/assets/rules.ts';
import {
  askableFormats,
  canonical,
  fits,
  maxSide,
  parseTransform,
} from '../../../src/assets/delivery/transform.ts';
import { assetQuery } from '../../../src/assets/queries.ts';
import { defineOperation, type Query } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { assetPath, onAsset } from '../schemas.ts';

/** The record, and whether it is private by the collections it is in. */
const renditionUrlQuery: Query<AssetRow & { effective_private: boolean | null }> = {
  name: 'asset-rendition-url',
  text: `select a.*, e.effective_private from (${assetQuery.text}) a join assets e on e.id = a.id`,
};

const side = z.coerce.number().int().min(1).max(maxSide).optional();

/** A withdrawn asset is never handed out: what to do instead is said. */
function demandUsable(row: AssetRow, day: string): void {
  const { status, deleted_at: deletedAt, rights, superseded_by: instead } = row;
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
  route: 'GET /api/v1/assets/{id}/rendition-url',
  tag: 'assets',
  summary: 'The address of an asset in a size and format',
  description:
    'Of an asset that is served to everyone, the address needs no key; of any other that you may read, it needs yours. An expired, archived or deleted asset is a 409 that names its replacement.',
  scope: 'read',
  target: onAsset,
  query: renditionUrlQuery,
  input: {
    path: assetPath,
    query: z.object({
      w: side.describe('Width in pixels; never enlarges'),
      h: side.describe('Height in pixels'),
      fit: z
        .enum(fits)
        .optional()
        .describe('With both sides: how the picture fills them; cover when left out'),
      q: z.coerce.number().int().min(1).max(100).optional().describe('Quality; 80 when left out'),
      f: z
        .enum(askableFormats)
        .optional()
        .describe("Format; the source's when left out and the web shows it"),
    }),
  },
  output: z.object({
    data: z.object({
      url: z.string(),
      transform: z.string(),
      public: z.boolean().describe('False: the address needs your key'),
    }),
  }),
  errors: ['conflict', 'unsupported'],
  tool: {
    title: 'Address of a rendition',
    description:
      'Gives the address of an asset in a size and format, such as 640 pixels wide as WebP. Use it whenever you need a file to show or to hand on, in place of resizing one yourself. Ask check_use first.',
    readOnly: true,
  },
  run: ({ row, service }, { path, query }) => {
    const day = utcDay(new Date());
    demandUsable(row, day);
    if (!isTransformable(row.mime_type))
      throw new ApiError(
        'unsupported',
        `A ${row.mime_type} can't be rendered. describe_asset has the original's address.`,
      );
    const asked = Object.entries(query).map(([key, value]) => `${key}_${value}`);
    const transform = canonical(parseTransform(asked.length > 0 ? asked.join(',') : 'q_80'), {
      mime: row.mime_type,
    });
    const everyone =
      servedTo(
        {
          status: row.status,
          deleted: row.deleted_at !== null,
          embargo: row.rights?.embargo ?? null,
          expires: row.rights?.expires ?? null,
          public: row.public ?? false,
          private: (row.private ?? false) || row.effective_private === true,
        },
        day,
      ) === 'world';
    const { serverUrl } = service.env;
    const url = everyone
      ? `${serverUrl}/a/${row.id}/${transform}`
      : `${serverUrl}/api/v1/assets/${path.id}/content/${transform}`;
    return Promise.resolve({ data: { url, transform, public: everyone } });
  },
});
