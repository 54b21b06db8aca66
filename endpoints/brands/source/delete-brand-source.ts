import { disconnectSource, lockSource } from '../../../src/brands/git/source.ts';
import { record } from '../../../src/core/events/record.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { Deleted, deleted } from '../../deleted.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const deleteBrandSource = defineOperation({
  name: 'delete_brand_source',
  http: {
    route: 'DELETE /api/v1/brands/{slug}/source',
    tag: 'brands',
  },
  summary: 'Disconnect the repository and delete its token; the brand and the repository stay as they are',
  access: {
    scope: 'write',
    abilities: ['setup'],
    target: onBrand,
  },
  lock: ({ db, access }) => lockSource(db, access.id ?? ''),
  input: { path: brandPath },
  output: Deleted,
  run: async ({ db, req, access }) => {
    const id = access.id ?? '';
    const remote = await disconnectSource(db, id);
    if (remote === null) throw new ApiError('not_found', 'No repository is connected to this brand.');
    await record(req, {
      type: 'brand.source_disconnected',
      workspaceId: access.workspaceId,
      subject: { kind: 'brand', id },
      detail: { remote },
    });
    return deleted;
  },
});
