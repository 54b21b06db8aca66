// What search reads: the words of each asset, and a feed of which assets changed, which every process follows.
export const name = '0002-search';

// The one place that folds: documents and queries both pass through marque.words, so that they can't disagree.
export const sql = /* sql */ `
create function marque.fold(t text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(t, NFKD), '[\\u0300-\\u036f]', '', 'g'))
$$;

-- Each word once, in no order, at most 60 characters of it.
create function marque.words(t text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(w, 60)), '{}')
  from regexp_split_to_table(marque.fold(coalesce(t, '')), '[^[:alnum:]]+') w where w <> ''
$$;

-- Values as they count: own ones over inherited ones, the collection joined first wins.
create function marque.effective_fields(asset uuid, own jsonb) returns jsonb language sql stable as $$
  select coalesce((select jsonb_object_agg(e.key, e.value order by m.added_at desc, m.collection_id desc)
      from marque.collection_assets m join payload.collections k on k.id = m.collection_id cross join jsonb_each(k.fields) e
      where m.asset_id = asset and jsonb_typeof(k.fields) = 'object'), '{}')
    || coalesce(own, '{}')
$$;

-- strong: filename, title, tags, which count for more than the rest. words holds the strong ones too.
create table marque.asset_search (
  asset_id uuid primary key references payload.assets(id) on delete cascade,
  words tsvector not null,
  strong tsvector not null
);
create index on marque.asset_search using gin (words);

create function marque.texts(list jsonb) returns text language sql immutable parallel safe as $$
  select case when jsonb_typeof(list) = 'array' then coalesce((select string_agg(x, ' ') from jsonb_array_elements_text(list) x), '') else '' end
$$;

create function marque.field_texts(fields jsonb) returns text language sql immutable parallel safe as $$
  select coalesce((select string_agg(e.value #>> '{}', ' ') from jsonb_each(fields) e where jsonb_typeof(e.value) = 'string'), '')
$$;

create function marque.index_assets(ids uuid[]) returns void language sql as $$
  insert into marque.asset_search (asset_id, words, strong)
  select a.id, array_to_tsvector(s.strong || s.weak), array_to_tsvector(s.strong)
  from payload.assets a cross join lateral (
    select marque.words(concat_ws(' ', a.filename, a.metadata->>'title', marque.texts(a.tags))) as strong,
      marque.words(concat_ws(' ', a.metadata->>'description', a.metadata->>'creator', marque.texts(a.metadata->'keywords'),
        marque.field_texts(marque.effective_fields(a.id, a.fields)))) as weak
  ) s
  where a.id = any(ids)
  on conflict (asset_id) do update set words = excluded.words, strong = excluded.strong
  where marque.asset_search.words is distinct from excluded.words or marque.asset_search.strong is distinct from excluded.strong
$$;

-- The feed. A reader asks for what is at or after the oldest transaction that was still open when it last looked.
create table marque.asset_changes (
  txid xid8 not null default pg_current_xact_id(),
  asset_id uuid not null,
  workspace_id uuid not null,
  at timestamptz not null default now()
);
create index on marque.asset_changes (txid);

create function marque.follow_asset() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into marque.asset_changes (asset_id, workspace_id) select o.id, o.workspace_id from old_rows o where o.workspace_id is not null;
  else
    perform marque.index_assets(array(select n.id from new_rows n));
    insert into marque.asset_changes (asset_id, workspace_id) select n.id, n.workspace_id from new_rows n where n.workspace_id is not null;
  end if;
  perform pg_notify('marque_assets', '');
  return null;
end $$;
create trigger marque_search_insert after insert on payload.assets referencing new table as new_rows for each statement execute function marque.follow_asset();
create trigger marque_search_update after update on payload.assets referencing new table as new_rows for each statement execute function marque.follow_asset();
create trigger marque_search_delete after delete on payload.assets referencing old table as old_rows for each statement execute function marque.follow_asset();

create function marque.touch_assets(ids uuid[]) returns void language plpgsql as $$
begin
  perform marque.index_assets(ids);
  insert into marque.asset_changes (asset_id, workspace_id) select a.id, a.workspace_id from payload.assets a where a.id = any(ids);
  perform pg_notify('marque_assets', '');
end $$;

create function marque.follow_search_membership() returns trigger language plpgsql as $$
begin
  perform marque.touch_assets(array(select distinct c.asset_id from changed c));
  return null;
end $$;
create trigger marque_search_joined after insert on marque.collection_assets referencing new table as changed for each statement execute function marque.follow_search_membership();
create trigger marque_search_left after delete on marque.collection_assets referencing old table as changed for each statement execute function marque.follow_search_membership();

create function marque.follow_search_collection() returns trigger language plpgsql as $$
begin
  perform marque.touch_assets(array(select m.asset_id from marque.collection_assets m where m.collection_id = new.id));
  return null;
end $$;
create trigger marque_search_fields after update of fields on payload.collections for each row
  when (old.fields is distinct from new.fields) execute function marque.follow_search_collection();

-- For the SQL path and for building the index: a page of a workspace, newest first.
create index marque_assets_by_time on payload.assets (workspace_id, created_at desc, id desc);

select marque.index_assets(array(select id from payload.assets));
`;
