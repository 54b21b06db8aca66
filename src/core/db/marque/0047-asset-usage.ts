// What has to be honoured in using an asset, beside its rights: PATCH of an asset replaces those whole.
export const name = '0047-asset-usage';

export const sql = /* sql */ `
create table marque.asset_usage (
  asset_id uuid primary key references payload.assets (id) on delete cascade,
  credit text,
  terms text,
  licensor_url text,
  mining text check (mining in ('allowed', 'search-only', 'disallowed'))
);
`;
