import { brandOf } from '../../src/brands/queries.ts';
import { BrandPatch } from '../../src/brands/schemas.ts';
import { lockBrand, updateBrand as update } from '../../src/brands/write-brands.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPath, onBrand, OneBrand } from './schemas.ts';

export const updateBrand = defineOperation({
  name: 'update_brand',
  http: {
    route: 'PATCH /api/v1/brands/{slug}',
    tag: 'brands',
  },
  summary: 'Rename a brand, change its slug, make it private or make it the default',
  description:
    'Making it the default needs write on the workspace. If you make it private, you keep a grant on it.',
  access: {
    scope: 'write',
    target: onBrand,
    proposedBy: ['propose_changes'],
  },
  lock: (context) => lockBrand(context, context.access.workspaceId ?? '', context.access.id ?? ''),
  input: { path: brandPath, body: BrandPatch },
  output: OneBrand,
  errors: ['conflict', 'invalid'],
  run: async ({ req, db, caller, access, accessTo }, { body }) => {
    const id = access.id ?? '';
    await update({ req, db, caller, accessTo }, access.workspaceId ?? '', id, body);
    return { data: await brandOf(db, id) };
  },
});
