import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { CursorParameter, Next } from '../../src/core/paging.ts';
import { NewUse, Use } from '../../src/uses/schemas.ts';
import { listedUses } from '../../src/uses/uses.ts';

export const listUses = defineOperation({
  name: 'list_uses',
  http: { route: 'GET /api/v1/uses', tag: 'uses' },
  summary: 'List reported uses of assets that you can read, newest first',
  access: { scope: 'read', within: true },
  input: {
    query: z.object({
      asset: Id.optional().describe('Only of this asset'),
      url: NewUse.shape.url.optional().describe('Only at this address'),
      by: Id.optional().describe('Only uses reported by the key or person with this ID'),
      cursor: CursorParameter,
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  output: z.object({ data: z.array(Use), next: Next }),
  errors: ['invalid'],
  run: ({ db, caller, access }, { query }) => listedUses(db, caller, access.workspaceId ?? '', query),
});
