// What organizations and workspaces have set: a row for each key in each place that says something. What a place doesn't say, the
// next one above it does.
export const name = '0007-settings';

export const sql = /* sql */ `
create table marque.settings (
  organization_id uuid not null references payload.organizations(id) on delete cascade,
  -- Null: the organization's own.
  workspace_id uuid references payload.workspaces(id) on delete cascade,
  key text not null,
  value jsonb not null default '{}',
  -- Secret properties by name, each sealed under a key derived from SECRET.
  sealed jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  constraint settings_once unique nulls not distinct (organization_id, workspace_id, key)
);
create index on marque.settings (workspace_id) where workspace_id is not null;
`;
