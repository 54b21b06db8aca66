// OAuth for agents: who registered, what a person is being asked, codes that were given out, and what a connection may be renewed with.
// An access token is a key like any other (public.keys). Everything secret is kept as its SHA-256.
export const name = '0021-oauth';

export const sql = /* sql */ `
create table marque.oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris jsonb not null,
  -- Who registered it, for the limit.
  address text not null,
  created_at timestamptz not null default now()
);
create index on marque.oauth_clients (address, created_at);

-- What an agent asked for, until a person answers.
create table marque.oauth_requests (
  id uuid primary key default gen_random_uuid(),
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  challenge text not null,
  state text,
  scope text,
  issuer text not null,
  resource text not null,
  -- Of the one who looks at it now: given out with the page, spent with the answer.
  nonce_hash text,
  user_id uuid references payload.users(id) on delete cascade,
  expires_at timestamptz not null
);

create table marque.oauth_codes (
  hash text primary key,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  challenge text not null,
  scope text not null,
  resource text not null,
  user_id uuid not null references payload.users(id) on delete cascade,
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What it was exchanged for: a code that is shown twice ends that.
  key_id uuid references payload.keys(id) on delete cascade
);

create table marque.oauth_connections (
  key_id uuid primary key references payload.keys(id) on delete cascade,
  client_id text not null,
  resource text not null,
  created_at timestamptz not null default now()
);

create table marque.oauth_refreshes (
  hash text primary key,
  key_id uuid not null references payload.keys(id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on marque.oauth_refreshes (key_id);
create index on marque.oauth_codes (key_id);
`;
