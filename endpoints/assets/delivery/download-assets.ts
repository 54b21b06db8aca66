import { z } from 'zod';
import { demandBytes, originalsOf, zipOf } from '../../../src/assets/delivery/download.ts';
import { Id } from '../../../src/assets/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { zipAnswer } from './zip-answer.ts';

const several = z
  .union([Id, z.array(Id).min(1).max(500)])
  .transform((given) => (Array.isArray(given) ? given : [given]))
  .describe('Asset ID; repeat for more, up to 500');

export const downloadAssets = defineOperation({
  name: 'download_assets',
  http: {
    route: 'GET /api/v1/assets/download',
    tag: 'assets',
    produces: 'application/zip',
  },
  summary: 'Download originals as a streamed zip',
  description:
    "Contains the files as they were uploaded. If an asset is deleted, missing or one you can't access, the call fails before a byte is sent.",
  access: {
    scope: 'read',
    within: true,
  },
  input: { query: z.object({ id: several }) },
  errors: ['unavailable'],
  run: async ({ service, db, caller }, { query }) => {
    const files = await originalsOf(db, caller, query.id);
    await demandBytes(service.storage, files);
    const day = new Date().toISOString().slice(0, 10);
    return zipAnswer(zipOf(service.storage, files), `assets-${day}`);
  },
});
