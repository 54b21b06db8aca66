// Who listens to events, and what each has not been told yet. A plugin that is not there any more leaves nothing waiting.
export const name = '0040-listeners';

export const sql = /* sql */ `
create table marque.event_listeners (
  name text primary key,
  -- Of types, as LIKE has them.
  patterns text[] not null
);

create table marque.event_deliveries (
  id bigint generated always as identity primary key,
  event_id bigint not null references marque.events(id) on delete cascade,
  listener text not null
);
create index on marque.event_deliveries (event_id);

create function marque.keep_for_listeners() returns trigger language plpgsql as $$
begin
  insert into marque.event_deliveries (event_id, listener)
    select new.id, l.name from marque.event_listeners l where new.type like any(l.patterns);
  return null;
end $$;

create trigger keep_for_listeners after insert on marque.events
  for each row execute function marque.keep_for_listeners();
`;
