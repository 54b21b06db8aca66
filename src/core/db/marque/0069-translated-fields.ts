// Values of custom fields in several languages (src/assets/languages): search finds them.
export const name = '0069-translated-fields';

export const sql = /* sql */ `
-- The values of custom fields in all languages.
create function marque.field_texts_of(texts jsonb) returns text language sql immutable parallel safe as $$
  select coalesce((select string_agg(f.value, ' ') from jsonb_each(texts) e cross join jsonb_each_text(coalesce(e.value -> 'fields', '{}')) f), '')
$$;

create or replace function marque.index_assets(ids uuid[]) returns void language sql as $$
  insert into marque.asset_search (asset_id, words, strong)
  select a.id, array_to_tsvector(s.strong || s.weak), array_to_tsvector(s.strong)
  from payload.assets a left join marque.asset_languages l on l.asset_id = a.id cross join lateral (
    select marque.words(concat_ws(' ', a.filename, a.metadata->>'title', marque.texts_of(l.texts, 'title'), marque.texts(a.tags))) as strong,
      marque.words(concat_ws(' ', a.metadata->>'description', l.alt, marque.texts_of(l.texts, 'description'), marque.texts_of(l.texts, 'alt'),
        a.metadata->>'creator', marque.texts(a.metadata->'keywords'), marque.field_texts(marque.effective_fields(a.id, a.fields)),
        marque.field_texts_of(l.texts))) as weak
  ) s
  where a.id = any(ids)
  on conflict (asset_id) do update set words = excluded.words, strong = excluded.strong
  where marque.asset_search.words is distinct from excluded.words or marque.asset_search.strong is distinct from excluded.strong
$$;
`;
