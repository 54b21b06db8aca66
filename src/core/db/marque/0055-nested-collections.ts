// Collections in collections: grants, privacy and field values reach down. Paths say which collections each one is in.
export const name = '0055-nested-collections';

export const sql = /* sql */ `
-- Each collection with itself and every collection it is in. Distances above 4 would be a sixth level, or a circle. open: nothing on the
-- way is private, so a grant on the ancestor applies; a private collection ignores grants from above it, except admins'.
create table marque.collection_paths (
  collection_id uuid not null references payload.collections(id) on delete cascade,
  ancestor_id uuid not null references payload.collections(id) on delete cascade,
  distance smallint not null check (distance between 0 and 4),
  open boolean not null,
  primary key (collection_id, ancestor_id)
);
create index on marque.collection_paths (ancestor_id);

create function marque.place_collections(ids uuid[]) returns void language plpgsql as $$
begin
  delete from marque.collection_paths p where p.collection_id = any(ids);
  insert into marque.collection_paths (collection_id, ancestor_id, distance, open)
  with recursive up(collection_id, ancestor_id, parent_id, private, distance, open) as (
    select k.id, k.id, k.parent_id, coalesce(k.private, false), 0, true from payload.collections k where k.id = any(ids)
    union all
    select up.collection_id, k.id, k.parent_id, coalesce(k.private, false), up.distance + 1, up.open and not up.private
    from up join payload.collections k on k.id = up.parent_id where up.distance < 5)
  select up.collection_id, up.ancestor_id, up.distance, up.open from up;
end $$;

-- Private itself, or in a private one.
create function marque.is_collection_private(own boolean, parent uuid) returns boolean language sql stable as $$
  with recursive up(parent_id, private, level) as (
    select k.parent_id, k.private, 1 from payload.collections k where k.id = parent
    union all select k.parent_id, k.private, up.level + 1 from up join payload.collections k on k.id = up.parent_id where up.level < 5)
  select coalesce(own, false) or coalesce((select bool_or(up.private) from up), false)
$$;

-- One change of places or privacy in a workspace at a time: two could each miss what the other one did. The same lock as lockNesting()
-- in src/assets/collections/nesting.ts.
create function marque.keep_collection_privacy() returns trigger language plpgsql as $$
begin
  if marque.is_removing() then
    return new;
  end if;
  if (tg_op = 'INSERT' and new.parent_id is not null)
    or (tg_op = 'UPDATE' and (old.parent_id, coalesce(old.private, false)) is distinct from (new.parent_id, coalesce(new.private, false))) then
    perform pg_advisory_xact_lock(hashtextextended('marque.collections ' || new.workspace_id::text, 0));
  end if;
  new.effective_private := marque.is_collection_private(new.private, new.parent_id);
  return new;
end $$;
create trigger marque_keep_privacy before insert or update on payload.collections for each row execute function marque.keep_collection_privacy();

-- Setting a column to itself runs the trigger above; collections that already agree are left alone.
create function marque.follow_collection_place() returns trigger language plpgsql as $$
declare
  moved uuid[] := array[new.id];
begin
  if tg_op = 'UPDATE' then
    moved := array(select p.collection_id from marque.collection_paths p where p.ancestor_id = new.id);
  end if;
  perform marque.place_collections(moved);
  update payload.collections k set private = k.private
  where k.id = any(moved) and k.effective_private is distinct from marque.is_collection_private(k.private, k.parent_id);
  if tg_op = 'UPDATE' and old.parent_id is distinct from new.parent_id then
    perform marque.touch_assets(array(select distinct m.asset_id from marque.collection_assets m where m.collection_id = any(moved)));
  end if;
  return null;
end $$;

-- As before, with the privacy that a collection has from those it is in.
create or replace function marque.is_private(asset uuid, own boolean) returns boolean language sql stable as $$
  select coalesce(own, false) or coalesce((select bool_and(coalesce(k.effective_private, false))
    from marque.collection_assets m join payload.collections k on k.id = m.collection_id where m.asset_id = asset), false)
$$;

-- Own values over inherited ones; of these the nearest collection's, and of two as near, the oldest collection's.
create or replace function marque.effective_fields(asset uuid, own jsonb) returns jsonb language sql stable as $$
  select coalesce((select jsonb_object_agg(e.key, e.value order by p.distance desc, k.created_at desc, k.id desc)
      from marque.collection_assets m join marque.collection_paths p on p.collection_id = m.collection_id
        join payload.collections k on k.id = p.ancestor_id cross join jsonb_each(k.fields) e
      where m.asset_id = asset and jsonb_typeof(k.fields) = 'object'), '{}')
    || coalesce(own, '{}')
$$;

create or replace function marque.follow_search_collection() returns trigger language plpgsql as $$
begin
  perform marque.touch_assets(array(select distinct m.asset_id from marque.collection_paths p
    join marque.collection_assets m on m.collection_id = p.collection_id where p.ancestor_id = new.id));
  return null;
end $$;

select marque.place_collections(array(select k.id from payload.collections k));

drop trigger marque_privacy on payload.collections;
drop trigger marque_search_privacy on payload.collections;
create trigger marque_placed after insert on payload.collections for each row execute function marque.follow_collection_place();
create trigger marque_moved after update on payload.collections for each row
  when ((old.parent_id, coalesce(old.private, false)) is distinct from (new.parent_id, coalesce(new.private, false)) and not marque.is_removing())
  execute function marque.follow_collection_place();
create trigger marque_privacy after update on payload.collections for each row
  when (old.effective_private is distinct from new.effective_private) execute function marque.follow_collection_privacy();
create trigger marque_search_privacy after update on payload.collections for each row
  when (old.effective_private is distinct from new.effective_private) execute function marque.follow_search_privacy();

update payload.collections k set private = k.private
where k.effective_private is distinct from marque.is_collection_private(k.private, k.parent_id);

-- Where values can differ from before: below another collection, or in several.
select marque.touch_assets(array(
  select m.asset_id from marque.collection_assets m join payload.collections k on k.id = m.collection_id
  group by m.asset_id having count(*) > 1 or bool_or(k.parent_id is not null)));
`;
