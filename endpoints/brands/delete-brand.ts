import { deleteBrand as remove, lockBrand } from '../../src/brands/write-brands.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { Deleted, deleted } from '../deleted.ts';
import { brandPath, onBrand } from './schemas.ts';

export const deleteBrand = defineOperation({
  name: 'delete_brand',
  http: {
    route: 'DELETE /api/v1/brands/{slug}',
    tag: 'brands',
  },
  summary: "Delete a brand with its rules, pages and versions; not the workspace's default brand",
  description: 'Its assets stay in the library.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onBrand,
  },
  lock: (context) => lockBrand(context, context.access.workspaceId ?? '', context.access.id ?? ''),
  input: { path: brandPath },
  output: Deleted,
  errors: ['conflict'],
  run: async (context) => {
    await remove(context, context.access.workspaceId ?? '', context.access.id ?? '');
    return deleted;
  },
});
