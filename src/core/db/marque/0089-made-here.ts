// Which assets were made in this very transaction, so that nobody has seen them. Their `created_at` doesn't say it: the transaction that
// hides an asset can have started before the one that made it, and the clock of the database can differ from the server's.
export const name = '0089-made-here';

export const sql = /* sql */ `
create function marque.note_made() returns trigger language plpgsql as $$
begin
  perform set_config('marque.made', concat_ws(',', nullif(current_setting('marque.made', true), ''),
    (select string_agg(n.id::text, ',') from new_rows n)), true);
  return null;
end $$;
create trigger marque_made after insert on payload.assets referencing new table as new_rows
  for each statement execute function marque.note_made();

-- As before, but for that.
create or replace function marque.note_asset_reach() returns trigger language plpgsql as $$
declare
  made uuid[] := string_to_array(nullif(current_setting('marque.made', true), ''), ',')::uuid[];
begin
  insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id, was_open, readers, gone)
  select case when n.deleted_at is null then 'asset.access_changed' else 'asset.deleted' end, w.organization_id, w.id, 'asset', n.id,
    o.effective_private is not true and (o.id = any(made)) is not true, marque.narrow_readers(n.id, marque.collections_of(n.id), n.deleted_at is null), n.deleted_at is not null
  from new_rows n join old_rows o on o.id = n.id join payload.workspaces w on w.id = n.workspace_id
  where o.deleted_at is null
    and (n.deleted_at is not null or coalesce(o.effective_private, false) <> coalesce(n.effective_private, false));
  perform marque.note_touched(array(select n.id from new_rows n join old_rows o on o.id = n.id
    where (o.superseded_by, o.current, o.parent_asset_id) is distinct from (n.superseded_by, n.current, n.parent_asset_id)));
  return null;
end $$;
`;
