// Versions of brands: each a brand's whole state, frozen; the published ones with what changed for readers since the one before.
export const name = '0011-brands';

export const sql = /* sql */ `
create table marque.brand_versions (
  brand_id uuid not null references payload.brands(id) on delete cascade,
  number integer not null,
  state jsonb not null,
  -- SHA-256 of the state's canonical text (src/brands/publishing/state.ts): equal for states that say the same.
  hash text not null,
  -- What was done, as it is told in the history.
  summary text not null,
  name text,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  published_at timestamptz,
  published_by text,
  published_by_id uuid,
  note text,
  image uuid,
  -- By audience, since a publish never changes once made: {everyone, partners, members}, each as interface 2.8 has changes.
  changes jsonb,
  primary key (brand_id, number)
);
create index on marque.brand_versions (brand_id, number desc) where published_at is not null;

-- One rule for each key and context; in a unique index of its own, no context would be as many as one likes.
create unique index marque_brand_rules_once on payload.brand_rules (brand_id, key, coalesce(context, ''));

-- Payload's foreign keys empty the column, which these can't be: what hangs on a brand, or on a page, goes with it.
create function marque.drop_brand_parts() returns trigger language plpgsql as $$
begin
  delete from payload.brand_comments where brand_id = old.id;
  delete from payload.brand_pages where brand_id = old.id;
  delete from payload.brand_rules where brand_id = old.id;
  return old;
end $$;
create trigger marque_drop_parts before delete on payload.brands for each row execute function marque.drop_brand_parts();

create function marque.drop_page_comments() returns trigger language plpgsql as $$
begin
  delete from payload.brand_comments where page_id = old.id;
  return old;
end $$;
create trigger marque_drop_comments before delete on payload.brand_pages for each row execute function marque.drop_page_comments();

create function marque.drop_replies() returns trigger language plpgsql as $$
begin
  delete from payload.brand_comments where thread_id = old.id;
  return old;
end $$;
create trigger marque_drop_replies before delete on payload.brand_comments for each row execute function marque.drop_replies();
`;
