import { z } from 'zod';
import { directions, SyncAnswer } from '../../../src/brands/git/source-schemas.ts';
import { askForSync } from '../../../src/brands/git/source.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const syncBrandSource = defineOperation({
  name: 'sync_brand_source',
  route: 'POST /api/v1/brands/{slug}/source/sync',
  tag: 'brands',
  summary: 'Bring a brand and its repository together, in the background',
  description:
    'pull takes in what the repository says, merged with what was changed here since; push commits what it lacks, after taking in what others pushed; both does one after the other. GET …/source/sync tells what became of it.',
  scope: 'write',
  ability: 'setup',
  target: onBrand,
  input: { path: brandPath, body: z.strictObject({ direction: z.enum(directions) }) },
  output: z.object({ data: SyncAnswer }),
  status: 202,
  errors: ['conflict'],
  run: async ({ service, db, caller, access }, { body }) => ({
    data: await askForSync(service, db, access.id ?? '', body.direction, {
      caller,
      workspaceId: access.workspaceId ?? '',
    }),
  }),
});
