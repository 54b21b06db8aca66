import { z } from 'zod';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { Id } from '../../src/assets/schemas.ts';
import { makeCurrent } from '../../src/assets/versions/versions.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { onAsset, OneAsset } from './schemas.ts';

export const makeVersionCurrent = defineOperation({
  name: 'make_version_current',
  http: {
    route: 'POST /api/v1/assets/{id}/versions/{n}/current',
    tag: 'assets',
    status: 200,
  },
  summary: 'Make a version the current one; it replaces the others',
  description: 'The version must be approved and unexpired. Returns that version.',
  access: {
    scope: 'write',
    abilities: ['approve'],
    target: onAsset,
    proposedBy: ['propose_changes'],
  },
  input: {
    path: z.object({
      id: Id,
      n: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number)
        .describe('Version number'),
    }),
  },
  output: OneAsset,
  errors: ['not_found', 'conflict'],
  run: async ({ db, req, caller, accessTo }, { path }) => {
    const id = await makeCurrent(req, db, accessTo, path.id, path.n);
    return { data: await assetSeenBy(db, caller, id) };
  },
});
