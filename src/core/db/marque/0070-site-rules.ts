// The rules of a deployment (src/sites/site-rules.ts): redirects, headers, a single-page app. And Brotli of its files
// (src/sites/brotli.ts).
export const name = '0070-site-rules';

export const sql = /* sql */ `
-- rules: read from the build once, when it's checked; null if it has none. Their files aren't in deployment_files.
-- brotli_sha256: the blob that holds all of its Brotli; null if there is none. brotli_at: when it was made; null if it wasn't yet.
alter table marque.deployments
  add column rules jsonb,
  add column brotli_sha256 text,
  add column brotli_at timestamptz;
create index on marque.deployments (brotli_sha256) where brotli_sha256 is not null;

-- Where the Brotli of a file is in that blob, if it has any.
alter table marque.deployment_files
  add column br_at bigint,
  add column br_size bigint;

-- Builds from before were served with these files in them, as if they were pages.
with gone as (
  delete from marque.deployment_files where path in ('_redirects', '_headers') returning deployment_id, size
)
update marque.deployments d set files = d.files - g.files, bytes = d.bytes - g.bytes
from (select deployment_id, count(*) as files, sum(size) as bytes from gone group by deployment_id) g where d.id = g.deployment_id;

create or replace function marque.leave_zip() returns trigger language plpgsql as $$
begin
  insert into marque.unneeded_files (kind, key)
  select 'blob', old.sha256 where old.sha256 is not null
  union select 'blob', old.brotli_sha256 where old.brotli_sha256 is not null
  union select 'staged', old.staged_key where old.staged_key is not null
  on conflict do nothing;
  return null;
end $$;
`;
