// Collections are read in their order, a page at a time.
export const name = '0053-collection-order';

export const sql = /* sql */ `
create index collection_assets_order on marque.collection_assets (collection_id, position, asset_id);
`;
