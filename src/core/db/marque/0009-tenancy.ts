// What taking away a whole workspace needs, what delivery counts, and which events are audit.
export const name = '0009-tenancy';

export const sql = /* sql */ `
-- Whoever takes a whole workspace away says so for its transaction: what these triggers keep up for single rows (privacy, words to
-- search, stacks, grants) goes with it anyway, and keeping it up for 10,000 of them would take a minute. What they do is as before.
create function marque.is_removing() returns boolean language sql stable as $$
  select coalesce(current_setting('marque.removing', true), '') = 'on'
$$;

create or replace trigger marque_drop_grants after delete on payload.organizations for each row
  when (not marque.is_removing()) execute function marque.drop_grants();
create or replace trigger marque_drop_grants after delete on payload.workspaces for each row
  when (not marque.is_removing()) execute function marque.drop_grants();
create or replace trigger marque_drop_grants after delete on payload.brands for each row
  when (not marque.is_removing()) execute function marque.drop_grants();
create or replace trigger marque_drop_grants after delete on payload.collections for each row
  when (not marque.is_removing()) execute function marque.drop_grants();
create or replace trigger marque_drop_grants after delete on payload.assets for each row
  when (not marque.is_removing()) execute function marque.drop_grants();
create or replace trigger marque_left after delete on marque.collection_assets referencing old table as changed for each statement
  when (not marque.is_removing()) execute function marque.follow_membership();
create or replace trigger marque_search_left after delete on marque.collection_assets referencing old table as changed for each statement
  when (not marque.is_removing()) execute function marque.follow_search_membership();
create or replace trigger marque_search_delete after delete on payload.assets referencing old table as old_rows for each statement
  when (not marque.is_removing()) execute function marque.follow_asset();
create or replace trigger marque_mend_stacks after delete on payload.assets referencing old table as old_rows for each statement
  when (not marque.is_removing()) execute function marque.mend_stacks();

-- Files whose records went in bulk: the next sweep looks at each. 'blob': a SHA-256; 'staged': a key of the staging place.
create table marque.unneeded_files (
  kind text not null check (kind in ('blob', 'staged')),
  key text not null,
  primary key (kind, key)
);

-- Requests answered with bytes, and how many bytes, a day (UTC) and workspace. Processes count in memory and add up here.
create table marque.delivery_days (
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  day date not null,
  requests bigint not null,
  bytes bigint not null,
  primary key (workspace_id, day)
);
create index on marque.delivery_days (day);

-- Audit: who changed who may do what. Told by the event itself, so that few of them are found among many others.
create function marque.tells_of_access(type text, detail jsonb) returns boolean language sql immutable parallel safe as $$
  select split_part(type, '.', 1) in ('account', 'person', 'session', 'grant', 'group', 'invitation', 'key', 'link', 'portal', 'share', 'setting', 'settings',
      'organization', 'workspace', 'client', 'token')
    or type like '%.deleted' or type like '%.restored' or type like '%.shared' or type like '%.link\\_%'
    or coalesce(detail->'changes' ?| array['private', 'public'], false)
$$;
alter table marque.events add column audit boolean not null generated always as (marque.tells_of_access(type, detail)) stored;
create index on marque.events (organization_id, id desc) where audit;
create index on marque.events (workspace_id, id desc) where audit;
create index on marque.events (subject_id, id desc) where audit and organization_id is null;
`;
