// Saved searches of a workspace.
export const name = '0004-library';

export const sql = /* sql */ `
create table marque.searches (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  name text not null,
  query jsonb not null,
  created_by text not null,
  created_by_id uuid,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create unique index searches_once on marque.searches (workspace_id, lower(name));
`;
