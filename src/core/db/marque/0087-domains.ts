// Custom domains of sites and portals (src/domains).
export const name = '0087-domains';

export const sql = /* sql */ `
-- host: in lower case, as DNS has it. token: what the challenge asks for. verified_at: since when it's proven, or was for the last time.
-- failing_since: the first check that failed, of those since the last that didn't. next_at: null where it's checked on request only.
create table marque.domains (
  id uuid primary key default gen_random_uuid(),
  site_id uuid references payload.sites(id) on delete cascade,
  portal_id uuid references payload.portals(id) on delete cascade,
  host text not null,
  token text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'failed')),
  problem text check (problem in ('no_record', 'other_value', 'unreachable', 'taken')),
  verified_at timestamptz,
  checked_at timestamptz,
  failing_since timestamptz,
  next_at timestamptz default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  check (num_nonnulls(site_id, portal_id) = 1),
  check (state = 'pending' or verified_at is not null)
);
-- Anybody can ask for a host; only one has it.
create unique index on marque.domains (host) where state = 'verified';
create unique index on marque.domains (site_id, host);
create unique index on marque.domains (portal_id, host);
create index on marque.domains (host);
create index on marque.domains (next_at) where next_at is not null;
`;
