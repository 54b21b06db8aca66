import { defineOperation } from '../../src/core/operation.ts';
import { lockPortal } from '../../src/portals/queries.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onPortal, portalPath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const deletePortal = defineOperation({
  name: 'delete_portal',
  http: {
    route: 'DELETE /api/v1/portals/{id}',
    tag: 'portals',
  },
  summary: 'Delete a portal with its access requests',
  description: 'What it showed stays in the library. To be able to reopen a portal, close it instead.',
  access: {
    scope: 'write',
    abilities: ['share', 'delete'],
    target: onPortal,
  },
  input: { path: portalPath },
  output: Deleted,
  run: async ({ req, db }, { path }) => {
    // Checked in SQL first: a Payload call that finds nothing aborts the transaction.
    await lockPortal(db, path.id);
    await req.payload.delete({ collection: collectionSlug('portals'), id: path.id, req, depth: 0 });
    return deleted;
  },
});
