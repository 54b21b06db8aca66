// Sites: what was deployed to them, the index of its files, and who gets in. The record of a site is Payload's.
export const name = '0018-sites';

export const sql = /* sql */ `
-- number: the order in which they were made. sha256 is of the zip: its bytes lie under staged_key while they are being checked, as
-- the blob of their hash afterwards; a deployment that failed holds none.
create table marque.deployments (
  id uuid primary key default gen_random_uuid(),
  number bigint not null generated always as identity,
  site_id uuid not null references payload.sites(id) on delete cascade,
  path text not null,
  kind text not null,
  state text not null default 'checking' check (state in ('checking', 'live', 'failed', 'replaced')),
  files bigint not null default 0,
  bytes bigint not null default 0,
  commit text,
  ref text,
  error text,
  manifest jsonb,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  sha256 text,
  staged_key text
);
-- Readers see one build at a path: the switch is one row leaving this index and another one entering it.
create unique index marque_one_live on marque.deployments (site_id, path) where state = 'live';
create index on marque.deployments (site_id, number desc);
create index on marque.deployments (created_at) where state = 'checking';
create index on marque.deployments (sha256);
create index on marque.deployments (staged_key) where staged_key is not null;

-- Where each file lies in the zip: from data_at on, packed bytes of it, deflated or as they are.
create table marque.deployment_files (
  deployment_id uuid not null references marque.deployments(id) on delete cascade,
  path text not null,
  data_at bigint not null,
  packed bigint not null,
  size bigint not null,
  crc bigint not null,
  deflated boolean not null,
  primary key (deployment_id, path)
);

-- However a deployment goes (by itself, with its site, with a workspace), the next sweep looks at its zip.
create function marque.leave_zip() returns trigger language plpgsql as $$
begin
  insert into marque.unneeded_files (kind, key)
  select 'blob', old.sha256 where old.sha256 is not null
  union select 'staged', old.staged_key where old.staged_key is not null
  on conflict do nothing;
  return null;
end $$;
create trigger marque_leave_zip after delete on marque.deployments for each row execute function marque.leave_zip();

-- A site's password. version goes up with each new one: cookies name the one they were given for.
create table marque.site_passwords (
  site_id uuid primary key references payload.sites(id) on delete cascade,
  hash text not null,
  salt text not null,
  version bigint not null default 1
);

-- Codes that a site's own host swaps for its cookie, once. Hashes alone; a session, or the version of the password that was given.
create table marque.site_codes (
  code_hash text primary key,
  site_id uuid not null references payload.sites(id) on delete cascade,
  user_id uuid references payload.users(id) on delete cascade,
  session_id text,
  password_version bigint,
  expires_at timestamptz not null
);
create index on marque.site_codes (site_id);
create index on marque.site_codes (user_id);
create index on marque.site_codes (expires_at);
`;
