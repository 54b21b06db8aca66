import { defineOperation } from '../../src/core/operation.ts';
import { lockSite } from '../../src/sites/queries.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onSite, sitePath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const deleteSite = defineOperation({
  name: 'delete_site',
  http: {
    route: 'DELETE /api/v1/sites/{id}',
    tag: 'sites',
  },
  summary: 'Delete a site with all its deployments',
  description: 'Its address stops working immediately; its files are removed by the next cleanup.',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onSite,
  },
  input: { path: sitePath },
  output: Deleted,
  run: async ({ req, db }, { path }) => {
    // Checked in SQL first: a Payload call that finds nothing aborts the transaction.
    await lockSite(db, path.id);
    await req.payload.delete({ collection: collectionSlug('sites'), id: path.id, req, depth: 0 });
    return deleted;
  },
});
