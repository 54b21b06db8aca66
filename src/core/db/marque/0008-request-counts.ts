// What all processes count and repeat: the requests of each caller, and the answers for an Idempotency-Key.
/** As recorded in databases that have it: a renamed migration would run again. */
export const name = '0008-door'; // cspell:disable-line

export const sql = /* sql */ `
-- A window of a minute each, from the caller's first request on. leased is what the last lease gave.
create table marque.requests (
  caller text primary key,
  began_at timestamptz not null,
  taken bigint not null,
  leased bigint not null
);
create index on marque.requests (began_at);

-- One call with an Idempotency-Key. id and fingerprint are hashes: of who called what with which key, and of what was sent.
-- claim is whoever runs it now, until claimed_until unless it says that it still does; answer is sealed, null while it runs.
-- With its workspace goes what was answered about it.
create table marque.idempotent_calls (
  id text primary key,
  fingerprint text not null,
  workspace_id uuid references payload.workspaces(id) on delete cascade,
  claim uuid not null,
  claimed_until timestamptz not null,
  answer text,
  expires_at timestamptz not null
);
create index on marque.idempotent_calls (expires_at);
create index on marque.idempotent_calls (workspace_id);
`;
