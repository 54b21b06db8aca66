// Share links: what whoever has one may look at, or where they may send files to.
export const name = '0023-shares';

export const sql = /* sql */ `
-- Only a hash of the token is stored. A link that was taken back stays, to say so to whoever still follows it.
create table marque.shares (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  kind text not null check (kind in ('view', 'upload')),
  collection_id uuid references payload.collections(id) on delete cascade,
  asset_id uuid references payload.assets(id) on delete cascade,
  name text,
  token_hash text not null unique,
  hash text,
  salt text,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  expires_at timestamptz,
  revoked_at timestamptz,
  check (num_nonnulls(collection_id, asset_id) = 1),
  check (kind = 'view' or collection_id is not null)
);
create index on marque.shares (workspace_id, created_at desc) where revoked_at is null;
create index on marque.shares (collection_id);
create index on marque.shares (asset_id);
`;
