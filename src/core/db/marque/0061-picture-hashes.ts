// Perceptual hashes of pictures, by which near-duplicates are found (src/assets/similar).
export const name = '0061-picture-hashes';

export const sql = /* sql */ `
-- A row for each asset. Both hashes are null until they are made, and for what has no picture or shows too little to be compared.
create table marque.picture_hashes (
  asset_id uuid primary key references payload.assets(id) on delete cascade,
  workspace_id uuid,
  dhash bit(64),
  phash bit(64),
  -- When to make them; null: that is done, or was tried too often.
  due_at timestamptz,
  attempts smallint not null default 0,
  check ((dhash is null) = (phash is null))
);
-- Comparing reads this index alone.
create index on marque.picture_hashes (workspace_id) include (dhash, phash, asset_id) where dhash is not null;
create index on marque.picture_hashes (due_at) where due_at is not null;

create function marque.await_picture_hash() returns trigger language plpgsql as $$
begin
  insert into marque.picture_hashes (asset_id, workspace_id, due_at) values (new.id, new.workspace_id, now()) on conflict do nothing;
  return null;
end $$;
create trigger marque_picture_hash after insert on payload.assets for each row execute function marque.await_picture_hash();

-- What is there already is hashed by a job, after the start.
insert into marque.picture_hashes (asset_id, workspace_id, due_at) select a.id, a.workspace_id, now() from payload.assets a;
`;
