// What versions and the sweep need: indexes on what points at an asset or its bytes, stacks that mend when one of them goes for
// good, and when the whole storage was last looked through.
export const name = '0003-lifecycle';

export const sql = /* sql */ `
create index marque_assets_superseded_by on payload.assets (superseded_by) where superseded_by is not null;
create index marque_assets_parent on payload.assets (parent_asset_id) where parent_asset_id is not null;
create index on marque.upload_tickets (sha256) where sha256 is not null;
-- Events come in the order of time, so a few ranges say where the old ones end.
create index on marque.events using brin (at);

-- Whoever takes an asset away for good (the sweep, an admin, a whole workspace): what pointed at it points nowhere, and a stack
-- that lost its current version gets the newest of those that are left, approved ones first.
create function marque.mend_stacks() returns trigger language plpgsql as $$
begin
  update payload.assets a set superseded_by = null where a.superseded_by in (select o.id::text from old_rows o);
  update payload.assets a set parent_asset_id = null where a.parent_asset_id in (select o.id::text from old_rows o);
  update payload.assets a set current = true, superseded_by = null from (
    select distinct on (s.stack_id) s.id from payload.assets s
    where s.stack_id in (select o.stack_id from old_rows o where o.stack_id is not null and o.current)
      and not exists (select 1 from payload.assets k where k.stack_id = s.stack_id and k.current)
    order by s.stack_id, s.deleted_at is not null, s.status <> 'active', s.status <> 'archived', s.version desc
  ) next where a.id = next.id;
  return null;
end $$;
create trigger marque_mend_stacks after delete on payload.assets referencing old table as old_rows
  for each statement execute function marque.mend_stacks();

-- Parts of the sweep that are dear enough for once a day, and when they last began.
create table marque.sweeps (
  part text primary key,
  began_at timestamptz not null
);
`;
