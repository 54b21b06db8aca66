// Collections as containers: grants on a collection apply to the collections and assets in it.
import type { Containers } from '../../core/access/grantable.ts';

export const collectionContainers: Containers = {
  kind: 'collection',
  above: (
    resource,
  ) => `(select p.ancestor_id as id, p.open from marque.collection_paths p where p.collection_id = ${resource}
    union all select p.ancestor_id, p.open from marque.collection_assets m join marque.collection_paths p on p.collection_id = m.collection_id
      where m.asset_id = ${resource})`,
  ofGrant: `join marque.collection_paths p on p.ancestor_id = g.resource_id and (p.open or g.rank = 4)`,
  id: 'p.collection_id',
};
