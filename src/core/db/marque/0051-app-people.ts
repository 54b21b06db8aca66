// Where the app has people of its own: which of its users a person is, and the grants that the app says they have. And what the app
// calls our tables.
export const name = '0051-app-people';

export const sql = /* sql */ `
create table marque.app_people (
  person_id uuid primary key references payload.users(id) on delete cascade,
  collection text not null,
  -- As text, whatever the app's ids are.
  user_id text not null,
  unique (collection, user_id)
);

create table marque.app_grants (
  grant_id uuid primary key references payload.grants(id) on delete cascade,
  person_id uuid not null references marque.app_people(person_id) on delete cascade
);
create index on marque.app_grants (person_id);

-- How this database's tables are named, for commands, which run without the app's config.
create table marque.installation (
  only_one boolean primary key default true check (only_one),
  slug_prefix text not null,
  schema_name text
);
`;
