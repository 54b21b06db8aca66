import { z } from 'zod';
import { directions, SyncAnswer } from '../../../src/brands/git/source-schemas.ts';
import { askForSync } from '../../../src/brands/git/source.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const syncBrandSource = defineOperation({
  name: 'sync_brand_source',
  http: {
    route: 'POST /api/v1/brands/{slug}/source/sync',
    tag: 'brands',
    status: 202,
  },
  summary: 'Sync a brand with its repository, in the background',
  description:
    "pull merges the repository's changes with those made here since; push commits what the repository lacks, after pulling what others pushed; both does one after the other. GET …/source/sync returns the result.",
  access: {
    scope: 'write',
    abilities: ['setup'],
    target: onBrand,
  },
  input: { path: brandPath, body: z.strictObject({ direction: z.enum(directions) }) },
  output: z.object({ data: SyncAnswer }),
  errors: ['conflict'],
  run: async ({ service, db, caller, access }, { body }) => ({
    data: await askForSync(service, db, access.id ?? '', body.direction, {
      caller,
      workspaceId: access.workspaceId ?? '',
    }),
  }),
});
