// Which key made which: a key that another key made ends with it, whoever deletes that one and however.
export const name = '0045-keys-made-by-keys';

export const sql = /* sql */ `
create table marque.made_keys (
  key_id uuid primary key references payload.keys(id) on delete cascade,
  -- No foreign key: its cascade would take this row before the trigger below could read it.
  maker_id uuid not null
);
create index on marque.made_keys (maker_id);

create function marque.drop_made_keys() returns trigger language plpgsql as $$
begin
  delete from payload.keys where id in (select m.key_id from marque.made_keys m where m.maker_id = old.id);
  return null;
end $$;
create trigger marque_drop_made_keys after delete on payload.keys for each row execute function marque.drop_made_keys();
`;
