// The change feed (src/core/events/feed): what changes of a resource, or of who can read it, without an event of its own. Rows are in the
// order of events: their IDs are of the same sequence, and they have the ID of their transaction.
export const name = '0076-changes';

export const sql = /* sql */ `
-- was_open: everyone with a role on the workspace could read the resource until then. readers: people who could by narrower grants, or
-- whose grant this is about. spreads: about everything in the resource too. gone: it was deleted.
create table marque.reach_changes (
  id bigint primary key default nextval('marque.events_id_seq'),
  txid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  type text not null,
  organization_id uuid,
  workspace_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  was_open boolean not null default false,
  readers uuid[] not null default '{}',
  spreads boolean not null default false,
  gone boolean not null default false
);
create index on marque.reach_changes (txid);
create index on marque.reach_changes (workspace_id, txid, id);
create index on marque.reach_changes (organization_id, txid, id) where workspace_id is null;
create index on marque.reach_changes using brin (at);

create index on marque.events (workspace_id, txid, id);
create index on marque.events (organization_id, txid, id) where workspace_id is null;

-- Retention has dropped changes from before then: whoever was away longer has to start over. workspace_id: the organization's ID for what
-- is in none.
create table marque.change_horizons (
  organization_id uuid not null,
  workspace_id uuid not null,
  dropped_before timestamptz not null,
  primary key (organization_id, workspace_id)
);

-- Everything that streams and the feed tell of.
create view marque.changes as
  select e.id, e.txid, e.at, e.type, e.organization_id, e.workspace_id, e.actor_kind, e.actor_id, e.actor_name, e.subject_kind,
    e.subject_id, e.audit, false as of_reach, false as was_open, '{}'::uuid[] as readers, false as spreads, false as gone
  from marque.events e
  union all
  select r.id, r.txid, r.at, r.type, r.organization_id, r.workspace_id, 'system'::text, null::uuid, 'Marque'::text, r.subject_kind,
    r.subject_id, false, true, r.was_open, r.readers, r.spreads, r.gone
  from marque.reach_changes r;

-- People with grants on a resource, or on what contains these collections. closed: also past something private, which has only just
-- been made so.
create function marque.narrow_readers(resource uuid, collections uuid[], closed boolean) returns uuid[] language sql stable as $$
  select coalesce(array_agg(distinct g.user_id), '{}') from marque.effective_grants g
  where g.resource_id = resource or exists (select 1 from marque.collection_paths p
    where p.ancestor_id = g.resource_id and p.collection_id = any(collections) and (closed or p.open or g.rank = 4))
$$;

create function marque.collections_of(asset uuid) returns uuid[] language sql stable as $$
  select array(select m.collection_id from marque.collection_assets m where m.asset_id = asset)
$$;

-- Assets whose records changed with something else: what contains them, or another version.
create function marque.note_touched(ids uuid[]) returns void language sql as $$
  insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id)
  select 'asset.changed', w.organization_id, w.id, 'asset', a.id
  from payload.assets a join payload.workspaces w on w.id = a.workspace_id where a.id = any(ids) and a.deleted_at is null
$$;

-- With the kind, unless the row says it, and the column that says whether it's private.
create function marque.note_reach() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  of_kind text := coalesce(nullif(tg_argv[0], ''), was->>'kind');
begin
  insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id, was_open, readers, gone)
  select of_kind || case tg_op when 'DELETE' then '.deleted' else '.access_changed' end, w.organization_id, w.id, of_kind, old.id,
    not coalesce((was->>tg_argv[1])::boolean, false), marque.narrow_readers(old.id, array[old.id], tg_op = 'UPDATE'), tg_op = 'DELETE'
  from payload.workspaces w where w.id = old.workspace_id;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end $$;

create trigger marque_reach after update on payload.brands for each row
  when (coalesce(old.private, false) <> coalesce(new.private, false)) execute function marque.note_reach('brand', 'private');
create trigger marque_reach_gone before delete on payload.brands for each row
  when (not marque.is_removing()) execute function marque.note_reach('brand', 'private');
create trigger marque_reach after update on payload.collections for each row
  when (coalesce(old.effective_private, false) <> coalesce(new.effective_private, false))
  execute function marque.note_reach('collection', 'effective_private');
create trigger marque_reach_gone before delete on payload.collections for each row
  when (not marque.is_removing()) execute function marque.note_reach('collection', 'effective_private');
create trigger marque_reach after update on marque.resources for each row
  when (old.private <> new.private) execute function marque.note_reach('', 'private');
create trigger marque_reach_gone before delete on marque.resources for each row
  when (not marque.is_removing()) execute function marque.note_reach('', 'private');

-- An asset in the trash counts as deleted; who could read it is known until then. Which version counts changes others than the one that
-- was written. One that is filed into a private collection joins it after it was made: in that transaction nobody has seen it.
create function marque.note_asset_reach() returns trigger language plpgsql as $$
begin
  insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id, was_open, readers, gone)
  select case when n.deleted_at is null then 'asset.access_changed' else 'asset.deleted' end, w.organization_id, w.id, 'asset', n.id,
    o.effective_private is not true and o.created_at < now(), marque.narrow_readers(n.id, marque.collections_of(n.id), n.deleted_at is null), n.deleted_at is not null
  from new_rows n join old_rows o on o.id = n.id join payload.workspaces w on w.id = n.workspace_id
  where o.deleted_at is null
    and (n.deleted_at is not null or coalesce(o.effective_private, false) <> coalesce(n.effective_private, false));
  perform marque.note_touched(array(select n.id from new_rows n join old_rows o on o.id = n.id
    where (o.superseded_by, o.current, o.parent_asset_id) is distinct from (n.superseded_by, n.current, n.parent_asset_id)));
  return null;
end $$;
create trigger marque_reach after update on payload.assets referencing old table as old_rows new table as new_rows
  for each statement when (not marque.is_removing()) execute function marque.note_asset_reach();

-- Assets that people may have read through a collection that no longer has them.
create function marque.note_left(collection uuid, held uuid[]) returns void language plpgsql as $$
declare
  people uuid[] := marque.narrow_readers(collection, array[collection], false);
begin
  if cardinality(people) = 0 then
    return;
  end if;
  insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id, readers)
  select 'asset.access_changed', w.organization_id, w.id, 'asset', a.id, people
  from payload.assets a join payload.workspaces w on w.id = a.workspace_id where a.id = any(held) and a.deleted_at is null;
end $$;

create function marque.note_assets_left() returns trigger language plpgsql as $$
begin
  perform marque.note_left(c.collection_id, array_agg(c.asset_id)) from changed c group by c.collection_id;
  return null;
end $$;
create trigger marque_reach_left after delete on marque.collection_assets referencing old table as changed for each statement
  when (not marque.is_removing()) execute function marque.note_assets_left();

create function marque.note_collection_left() returns trigger language plpgsql as $$
begin
  perform marque.note_left(old.id, array(select m.asset_id from marque.collection_assets m where m.collection_id = old.id));
  return old;
end $$;
create trigger marque_reach_left before delete on payload.collections for each row
  when (not marque.is_removing()) execute function marque.note_collection_left();

-- A collection that moves leaves those above it, with everything in it. Before marque_moved, by the order of names, which forgets where
-- it was.
create function marque.note_collection_moved() returns trigger language plpgsql as $$
declare
  people uuid[] := marque.narrow_readers(new.id, array[new.id], false);
begin
  insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id, readers)
  select 'collection.access_changed', w.organization_id, w.id, 'collection', p.collection_id, people
  from marque.collection_paths p cross join payload.workspaces w where p.ancestor_id = new.id and w.id = new.workspace_id;
  perform marque.note_left(p.collection_id, array(select m.asset_id from marque.collection_assets m where m.collection_id = p.collection_id))
  from marque.collection_paths p where p.ancestor_id = new.id;
  return null;
end $$;
create trigger marque_leaves_place after update on payload.collections for each row
  when (old.parent_id is distinct from new.parent_id and not marque.is_removing()) execute function marque.note_collection_moved();

-- Grants that people get and lose, also through a group. Between read and write nobody reads more or less; admins read what is private.
create function marque.note_grant() returns trigger language plpgsql as $$
declare
  given record;
begin
  if tg_op = 'DELETE' then
    given := old;
  else
    given := new;
  end if;
  if tg_op = 'UPDATE' then
    if (old.user_id, old.resource_id) is not distinct from (new.user_id, new.resource_id) and (old.rank = 4) = (new.rank = 4) then
      return null;
    end if;
  end if;
  if given.user_id is not null and not marque.is_removing() then
    insert into marque.reach_changes (type, organization_id, workspace_id, subject_kind, subject_id, readers, spreads)
    values (given.kind || '.access_changed', given.organization_id, given.workspace_id, given.kind, given.resource_id,
      array[given.user_id], given.kind not in ('organization', 'workspace'));
  end if;
  return null;
end $$;
create trigger marque_reach after insert or update or delete on marque.effective_grants for each row execute function marque.note_grant();

-- As before. What an asset has from its collections, and which of them somebody can read, is part of its record.
create or replace function marque.touch_assets(ids uuid[]) returns void language plpgsql as $$
begin
  perform marque.index_assets(ids);
  insert into marque.asset_changes (asset_id, workspace_id) select a.id, a.workspace_id from payload.assets a where a.id = any(ids);
  perform marque.note_touched(ids);
  perform pg_notify('marque_assets', '');
end $$;

create or replace function marque.follow_search_privacy() returns trigger language plpgsql as $$
declare
  held uuid[] := array(select m.asset_id from marque.collection_assets m where m.collection_id = new.id);
begin
  insert into marque.asset_changes (asset_id, workspace_id) select a.id, a.workspace_id from payload.assets a where a.id = any(held);
  perform marque.note_touched(held);
  perform pg_notify('marque_assets', '');
  return null;
end $$;
`;
