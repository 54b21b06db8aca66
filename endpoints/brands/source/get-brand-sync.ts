import { z } from 'zod';
import { SyncAnswer } from '../../../src/brands/git/source-schemas.ts';
import { lastSync } from '../../../src/brands/git/source.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { brandPath, readsBrand } from '../schemas.ts';

export const getBrandSync = defineOperation({
  name: 'get_brand_sync',
  http: {
    route: 'GET /api/v1/brands/{slug}/source/sync',
    tag: 'brands',
  },
  summary: 'Get the state of the latest sync',
  access: readsBrand,
  input: { path: brandPath },
  output: z.object({ data: SyncAnswer }),
  run: async ({ db, access }) => {
    const data = await lastSync(db, access.id ?? '');
    if (!data)
      throw new ApiError('not_found', 'This brand was never synced. Start a sync with `sync_brand_source`.');
    return { data };
  },
});
