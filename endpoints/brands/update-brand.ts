import { rankOf } from '../../src/core/access/ladder.ts';
import { brandOf } from '../../src/brands/queries.ts';
import { BrandPatch } from '../../src/brands/schemas.ts';
import { lockBrand, updateBrand as update } from '../../src/brands/write-brands.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
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
  },
  lock: (context) => lockBrand(context, context.access.workspaceId ?? '', context.access.id ?? ''),
  input: { path: brandPath, body: BrandPatch },
  output: OneBrand,
  errors: ['conflict', 'invalid'],
  run: async (context, { body }) => {
    const { access, accessTo, db } = context;
    const id = access.id ?? '';
    const workspaceId = access.workspaceId ?? '';
    if (body.default !== undefined) {
      const { scope } = await accessTo({ workspace: workspaceId });
      if (rankOf(scope) < rankOf('write'))
        throw new ApiError(
          'forbidden',
          `The default brand is set on the workspace. You need the write scope there; you have ${scope ?? 'none'}.`,
          { needs: 'write', has: scope },
        );
    }
    await update(context, workspaceId, id, body);
    return { data: await brandOf(db, id) };
  },
});
