// A collection that turns private or public changes what the records of its assets say, so the feed tells of them.
export const name = '0012-private-collections';

export const sql = /* sql */ `
create function marque.follow_search_privacy() returns trigger language plpgsql as $$
begin
  insert into marque.asset_changes (asset_id, workspace_id)
    select a.id, a.workspace_id from marque.collection_assets m join payload.assets a on a.id = m.asset_id where m.collection_id = new.id;
  perform pg_notify('marque_assets', '');
  return null;
end $$;
create trigger marque_search_privacy after update of private on payload.collections for each row
  when (old.private is distinct from new.private) execute function marque.follow_search_privacy();
`;
