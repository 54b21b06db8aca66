import { z } from 'zod';
import { isId } from '../../src/core/access/ids.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { NewUse, Use } from '../../src/uses/schemas.ts';
import { reportUse } from '../../src/uses/uses.ts';

/** The asset in the body, if it is a valid ID. */
function assetIn(body: unknown): { asset: string } | null {
  const id = typeof body === 'object' && body !== null ? (body as { asset?: unknown }).asset : null;
  return isId(id) ? { asset: id } : null;
}

export const createUse = defineOperation({
  name: 'create_use',
  http: { route: 'POST /api/v1/uses', tag: 'uses' },
  summary: 'Report where you use an asset',
  description:
    'For pages, products and documents outside of Marque. An address counts once per asset: reporting it again updates `lastSeenAt`, and the title and context you send. If the asset is archived, deleted, replaced or expires, the event `asset.attention` says so.',
  access: { scope: 'propose', targetInBody: assetIn },
  input: { body: NewUse },
  output: z.object({ data: Use }),
  errors: ['invalid', 'limit_reached'],
  run: async ({ db, caller, access }, { body }) => ({
    data: await reportUse({ db, caller }, access.workspaceId ?? '', body),
  }),
});
