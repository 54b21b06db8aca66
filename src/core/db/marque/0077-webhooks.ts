// Webhooks (src/webhooks): endpoints, what is sent to them, and every attempt.
export const name = '0077-webhooks';

export const sql = /* sql */ `
-- workspace_id: null for what happens anywhere in the organization. secret: sealed; the previous one signs as well until previous_until.
create table marque.webhooks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references payload.organizations(id) on delete cascade,
  workspace_id uuid references payload.workspaces(id) on delete cascade,
  url text not null,
  description text not null,
  types text[] not null,
  format text not null check (format in ('full', 'thin')),
  ordered boolean not null,
  enabled boolean not null,
  disabled_reason text check (disabled_reason in ('failing', 'gone', 'no_access')),
  owner_kind text not null check (owner_kind in ('person', 'key')),
  owner_id uuid not null,
  owner_name text not null,
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not enabled or disabled_reason is null)
);
create index on marque.webhooks (organization_id);
create index on marque.webhooks (workspace_id) where workspace_id is not null;

-- How far changes were turned into deliveries: a snapshot that is known, and, while reading on to a later one, the last row.
create table marque.webhook_position (
  only_one boolean primary key default true check (only_one),
  known text not null,
  up_to text,
  txid xid8 not null default '0',
  id bigint not null default 0
);

-- number: in the order of commits, so the version of what it says. body: what is sent, from the first attempt on.
create table marque.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  webhook_id uuid not null references marque.webhooks(id) on delete cascade,
  organization_id uuid not null,
  workspace_id uuid references payload.workspaces(id) on delete cascade,
  type text not null,
  subject_kind text,
  subject_id uuid,
  removed boolean not null,
  actor jsonb not null,
  previous jsonb,
  occurred_at timestamptz not null,
  body text,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'pending') = (next_at is not null))
);
create index on marque.webhook_deliveries (webhook_id, number desc);
create index on marque.webhook_deliveries (webhook_id, number) where state = 'pending';
create index on marque.webhook_deliveries (workspace_id) where workspace_id is not null;
create index on marque.webhook_deliveries (created_at);

-- answer: at most its first 4096 bytes.
create table marque.webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references marque.webhook_deliveries(id) on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  headers jsonb not null,
  status smallint,
  error text,
  answer text
);
create index on marque.webhook_attempts (delivery_id, id);

-- As before, with webhooks: they carry what happens to somebody outside.
create or replace function marque.is_access_event(type text, detail jsonb) returns boolean language sql immutable parallel safe as $$
  select split_part(type, '.', 1) in ('account', 'person', 'session', 'grant', 'group', 'invitation', 'key', 'link', 'portal', 'share', 'setting', 'settings',
      'organization', 'workspace', 'client', 'token', 'proposal', 'webhook')
    or type like '%.deleted' or type like '%.restored' or type like '%.shared' or type like '%.link\\_%'
    or coalesce(detail->'changes' ?| array['private', 'public', 'access', 'password'], false)
$$;
`;
