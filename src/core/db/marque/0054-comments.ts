// Comments on assets, in threads. Those on pages are in a collection of Payload's.
export const name = '0054-comments';

export const sql = /* sql */ `
create table marque.comments (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  asset_id uuid not null references payload.assets(id) on delete cascade,
  thread_id uuid references marque.comments(id) on delete cascade,
  anchor jsonb,
  body text not null,
  author_kind text not null,
  author text not null,
  author_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  resolved_at timestamptz,
  resolved_by text
);
create index on marque.comments (asset_id, created_at, id);
create index on marque.comments (thread_id) where thread_id is not null;
create index on marque.comments (workspace_id);
`;
