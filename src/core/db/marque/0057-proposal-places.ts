// Proposals about a collection, or about the workspace itself: a new collection in it, a link to it.
export const name = '0057-proposal-places';

export const sql = /* sql */ `
alter table marque.proposals add column collection_id uuid references payload.collections(id) on delete cascade;
create index on marque.proposals (collection_id) where collection_id is not null;
alter table marque.proposals drop constraint proposals_one_target;
-- Without any of these, it is about its workspace.
alter table marque.proposals add constraint proposals_one_target check (num_nonnulls(asset_id, brand_id, collection_id, resource_id) <= 1);
`;
