// Titles, descriptions and alt texts of assets in several languages (src/assets/languages).
export const name = '0065-asset-languages';

export const sql = /* sql */ `
-- Beside the title and description in an asset's metadata, which are those of the workspace's default language.
create table marque.asset_languages (
  asset_id uuid primary key references payload.assets (id) on delete cascade,
  -- The alt text in the default language.
  alt text,
  -- {title, description, alt} by language, without what has no value: the workspace's other languages.
  texts jsonb not null default '{}',
  -- The same of languages that the workspace no longer has, until it has them again.
  kept jsonb not null default '{}'
);

-- The values of one kind of all languages.
create function marque.texts_of(texts jsonb, kind text) returns text language sql immutable parallel safe as $$
  select coalesce((select string_agg(e.value ->> kind, ' ') from jsonb_each(texts) e), '')
$$;

create or replace function marque.index_assets(ids uuid[]) returns void language sql as $$
  insert into marque.asset_search (asset_id, words, strong)
  select a.id, array_to_tsvector(s.strong || s.weak), array_to_tsvector(s.strong)
  from payload.assets a left join marque.asset_languages l on l.asset_id = a.id cross join lateral (
    select marque.words(concat_ws(' ', a.filename, a.metadata->>'title', marque.texts_of(l.texts, 'title'), marque.texts(a.tags))) as strong,
      marque.words(concat_ws(' ', a.metadata->>'description', l.alt, marque.texts_of(l.texts, 'description'), marque.texts_of(l.texts, 'alt'),
        a.metadata->>'creator', marque.texts(a.metadata->'keywords'), marque.field_texts(marque.effective_fields(a.id, a.fields)))) as weak
  ) s
  where a.id = any(ids)
  on conflict (asset_id) do update set words = excluded.words, strong = excluded.strong
  where marque.asset_search.words is distinct from excluded.words or marque.asset_search.strong is distinct from excluded.strong
$$;

create function marque.follow_search_languages() returns trigger language plpgsql as $$
begin
  perform marque.touch_assets(array(select c.asset_id from changed c));
  return null;
end $$;
create trigger marque_search_languages_insert after insert on marque.asset_languages referencing new table as changed for each statement execute function marque.follow_search_languages();
create trigger marque_search_languages_update after update on marque.asset_languages referencing new table as changed for each statement execute function marque.follow_search_languages();
`;
