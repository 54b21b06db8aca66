import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { removeUse } from '../../src/uses/uses.ts';
import { Deleted, deleted } from '../deleted.ts';

export const deleteUse = defineOperation({
  name: 'delete_use',
  http: { route: 'DELETE /api/v1/uses/{id}', tag: 'uses' },
  summary: 'Report that an asset is no longer used somewhere',
  access: { scope: 'propose', target: ({ path }) => ({ use: path.id ?? '' }) },
  input: { path: z.object({ id: Id }) },
  output: Deleted,
  run: async ({ db, caller }, { path }) => {
    await removeUse({ db, caller }, path.id);
    return deleted;
  },
});
