// Claims on stored bytes and on deployments: rows with an end, in place of locks. A lock needs a connection for as long as it is held,
// and slow storage would use up the pool.
export const name = '0042-blob-claims';

export const sql = /* sql */ `
create table marque.blob_claims (
  id uuid primary key,
  sha256 text not null,
  -- True: the bytes are being removed, and nobody may store them until that is done.
  removing boolean not null,
  -- A claim that isn't renewed belongs to a process that died.
  until timestamptz not null
);
create index on marque.blob_claims (sha256);

-- Any number of claims to store the same bytes exist side by side; a claim to remove them excludes every other.
create function marque.claim_blob(p_sha256 text, p_id uuid, p_removing boolean, p_seconds integer) returns boolean
language plpgsql as $$
begin
  -- One after the other for a hash, until this statement ends. Each statement below sees what was committed before it.
  perform pg_advisory_xact_lock(hashtextextended('bytes ' || p_sha256, 0));
  -- An expired claim to store is only forgotten when a removal takes its place: its owner, should it still live, learns of it.
  delete from marque.blob_claims c
    where c.sha256 = p_sha256 and c.until < now() and (c.removing or p_removing);
  if exists (select 1 from marque.blob_claims c where c.sha256 = p_sha256 and (c.removing or p_removing)) then
    return false;
  end if;
  insert into marque.blob_claims (id, sha256, removing, until)
    values (p_id, p_sha256, p_removing, now() + make_interval(secs => p_seconds));
  return true;
end $$;

alter table marque.deployments
  add column worker uuid,
  add column worker_until timestamptz;
`;
