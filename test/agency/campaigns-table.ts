// The table of campaigns, as `payload migrate:create` writes it in an agency's app.
export const campaignsTable = `create table campaigns (
  id uuid primary key default gen_random_uuid() not null,
  name varchar not null, starts varchar not null, ends varchar not null, assets jsonb default '[]'::jsonb,
  workspace_id uuid not null references workspaces(id) on delete set null, private boolean default false,
  updated_at timestamp(3) with time zone default now() not null, created_at timestamp(3) with time zone default now() not null)`;
