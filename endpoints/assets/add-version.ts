import { z } from 'zod';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { Id } from '../../src/assets/schemas.ts';
import { joinVersions } from '../../src/assets/versions/join-versions.ts';
import { demand } from '../../src/core/access/actor.ts';
import { invalid } from '../../src/core/errors.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, onAsset, OneAsset } from './schemas.ts';

export const addVersion = defineOperation({
  name: 'add_version',
  http: {
    route: 'POST /api/v1/assets/{id}/versions',
    tag: 'assets',
    status: 200,
  },
  summary: 'Make an existing asset the newest version of another one',
  description:
    'It joins the collections of the other one, and gets its grants, and its tags and field values where it has none of its own; whether it is public stays as it is. If that lets others read it, you need the share ability on it. If it is active, it becomes the current version and replaces the others. An asset that has versions of its own, or waits for review, can’t be added.',
  access: {
    scope: 'write',
    abilities: ['approve'],
    target: onAsset,
  },
  input: {
    path: assetPath,
    body: z.strictObject({ asset: Id.describe('The one to add, in the same workspace') }),
  },
  output: OneAsset,
  errors: ['conflict', 'invalid'],
  run: async ({ db, req, caller, access, accessTo }, { path, body }) => {
    const id = body.asset.toLowerCase();
    const there = await accessTo({ asset: id });
    if (there.scope === null || there.workspaceId !== access.workspaceId)
      throw invalid([{ path: 'asset', message: 'Asset not found in this workspace.' }]);
    demand(there, 'write', 'approve', 'the asset to add');
    await joinVersions(req, db, { into: path.id.toLowerCase(), id, access: there });
    return { data: await assetSeenBy(db, caller, id) };
  },
});
