// Who added each asset: the library is filtered by it (src/assets/search), and events say it only for as long as they are kept.
export const name = '0086-added-by';

export const sql = /* sql */ `
-- actor_id: a person or a key. name: what they were called then. Visitors of share links have neither.
create table marque.asset_uploaders (
  asset_id uuid primary key references payload.assets(id) on delete cascade,
  actor_id uuid not null,
  name text not null
);

-- An asset begins with its first event. One of a later change says what was before.
create function marque.keep_uploader() returns trigger language plpgsql as $$
begin
  insert into marque.asset_uploaders (asset_id, actor_id, name)
    select a.id, new.actor_id, new.actor_name from payload.assets a where a.id = new.subject_id and not new.detail ? 'before'
    on conflict do nothing;
  return null;
end $$;
create trigger keep_uploader after insert on marque.events for each row
  when (new.type in ('asset.created', 'asset.proposed') and new.subject_kind = 'asset' and new.actor_id is not null)
  execute function marque.keep_uploader();

insert into marque.asset_uploaders (asset_id, actor_id, name)
  select distinct on (a.id) a.id, e.actor_id, e.actor_name from marque.events e join payload.assets a on a.id = e.subject_id
  where e.type in ('asset.created', 'asset.proposed') and e.subject_kind = 'asset' and e.actor_id is not null and not e.detail ? 'before'
  order by a.id, e.id;
-- Of those whose events are no longer kept, proposed ones say it themselves.
insert into marque.asset_uploaders (asset_id, actor_id, name)
  select a.id, a.proposed_by_id::uuid, coalesce(a.proposed_by, 'Somebody') from payload.assets a
  where a.proposed_by_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  on conflict do nothing;
`;
