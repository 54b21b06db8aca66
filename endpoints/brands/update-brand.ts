import { rankOf } from '../../src/core/access/ladder.ts';
import { brandOf } from '../../src/brands/queries.ts';
import { BrandPatch } from '../../src/brands/schemas.ts';
import { lockBrand, updateBrand as update } from '../../src/brands/write-brands.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { brandPath, onBrand, OneBrand } from './schemas.ts';

export const updateBrand = defineOperation({
  name: 'update_brand',
  route: 'PATCH /api/v1/brands/{slug}',
  tag: 'brands',
  summary: 'Rename a brand, give it another slug, make it private or the default',
  description:
    'To make it the default takes write on the workspace. Whoever makes it private keeps a grant on it.',
  scope: 'write',
  target: onBrand,
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
          `Which brand is the default is the workspace's: it needs write there, and you have ${scope ?? 'nothing'}.`,
          { needs: 'write', has: scope },
        );
    }
    await update(context, workspaceId, id, body);
    return { data: await brandOf(db, id) };
  },
});
