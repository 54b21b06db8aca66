// Comments: replies go before the threads they are in: one statement that takes both would meet replies which the thread's own trigger took already.
// Rules: which of them name an asset, asked for each use that is checked.
export const name = '0016-brand-upkeep';

export const sql = /* sql */ `
create or replace function marque.drop_brand_parts() returns trigger language plpgsql as $$
begin
  delete from payload.brand_comments where brand_id = old.id and thread_id is not null;
  delete from payload.brand_comments where brand_id = old.id;
  delete from payload.brand_pages where brand_id = old.id;
  delete from payload.brand_rules where brand_id = old.id;
  return old;
end $$;

create or replace function marque.drop_page_comments() returns trigger language plpgsql as $$
begin
  delete from payload.brand_comments where page_id = old.id and thread_id is not null;
  delete from payload.brand_comments where page_id = old.id;
  return old;
end $$;

create index marque_brand_rules_assets on payload.brand_rules using gin (assets jsonb_path_ops);
`;
