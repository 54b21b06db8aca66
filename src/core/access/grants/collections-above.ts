// Which collections' grants apply to something, as SQL: to a collection those of the collections it is in, and to an asset those of its
// collections and of all that these are in.

/**
 * The collections above `resource`, a collection or an asset: `id`, and `open`. A path is closed behind a private collection, which
 * ignores grants from above it, except admins'. A collection is above itself.
 */
export const collectionsAbove = (
  resource: string,
): string => `(select p.ancestor_id as id, p.open from marque.collection_paths p where p.collection_id = ${resource}
    union all select p.ancestor_id, p.open from marque.collection_assets m join marque.collection_paths p on p.collection_id = m.collection_id
      where m.asset_id = ${resource})`;

/** True if the grant `g` is on a collection above a resource and applies to it. */
export const appliesFromAbove = (resource: string): string => `(g.kind = 'collection'
    and exists (select 1 from ${collectionsAbove(resource)} h where h.id = g.resource_id and (h.open or g.rank = 4)))`;

/** Continues a statement on grants `g`: `p.collection_id` is each collection that the grant applies to. */
export const collectionsOfGrant = `join marque.collection_paths p on p.ancestor_id = g.resource_id and (p.open or g.rank = 4)`;
