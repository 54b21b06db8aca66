// Portals: their passwords, and who asked to be let in. The record of a portal is Payload's.
export const name = '0022-portals';

export const sql = /* sql */ `
-- As site_passwords: version goes up with each new one, and passes name the one they were given for.
create table marque.portal_passwords (
  portal_id uuid primary key references payload.portals(id) on delete cascade,
  hash text not null,
  salt text not null,
  version bigint not null default 1
);

-- One for each address. The key of an approved one is no secret that is stored: it is signed, for id and expires_at as they stand here.
create table marque.portal_requests (
  id uuid primary key default gen_random_uuid(),
  portal_id uuid not null references payload.portals(id) on delete cascade,
  email text not null,
  name text,
  note text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  decided_at timestamptz,
  decided_by text,
  expires_at timestamptz,
  unique (portal_id, email)
);
create index on marque.portal_requests (portal_id, created_at desc);
`;
