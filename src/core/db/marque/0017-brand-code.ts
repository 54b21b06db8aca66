// A brand as code: what a brand and its files last agreed on, the repository it is kept in, and what became of each sync.
export const name = '0017-brand-code';

export const sql = /* sql */ `
create table marque.brand_agreements (
  brand_id uuid primary key references payload.brands(id) on delete cascade,
  -- What the files said; a merge begins from it.
  state jsonb not null,
  hash text not null,
  -- As they were written, by path: the comments of a file that still says the same survive an export.
  files jsonb not null,
  -- Path under assets/ to the id of an asset.
  assets jsonb not null,
  commit text,
  agreed_at timestamptz not null default date_trunc('milliseconds', now())
);

create table marque.brand_sources (
  brand_id uuid primary key references payload.brands(id) on delete cascade,
  remote text not null,
  branch text not null,
  path text not null,
  -- Sealed with a key derived from SECRET.
  token text,
  commit text,
  synced_at timestamptz,
  files integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

create table marque.brand_syncs (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references payload.brands(id) on delete cascade,
  -- pull, push, both.
  direction text not null,
  -- waiting, running, done, failed.
  state text not null default 'waiting',
  -- Who asked for it: versions and events are theirs.
  caller jsonb not null,
  error text,
  result jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  finished_at timestamptz
);
create index on marque.brand_syncs (brand_id, created_at desc);
`;
