// Groups of people, whose grants reach each of their members; invitations; links that set a new password; where a session came from.
export const name = '0006-people';

export const sql = /* sql */ `
delete from payload.grants where user_id is null and group_id is null;
alter table payload.grants add constraint marque_one_holder check (num_nonnulls(user_id, group_id) = 1);
create unique index marque_group_grants_once on payload.grants (group_id, resource, resource_id);
create unique index marque_groups_once on payload.groups (organization_id, lower(name));

create table marque.group_members (
  group_id uuid not null references payload.groups(id) on delete cascade,
  user_id uuid not null references payload.users(id) on delete cascade,
  joined_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (group_id, user_id)
);
create index on marque.group_members (user_id);

-- One row a grant and person now: a group's grant stands there for each of its members, so that the reach statement stays one lookup
-- by person, and who joins or leaves is in or out with the transaction that says so.
alter table marque.grant_reach drop constraint grant_reach_pkey;
delete from marque.grant_reach where user_id is null;
alter table marque.grant_reach add primary key (grant_id, user_id);

-- A member who leaves while the group gets a grant must not keep it: both hold the group's row, one after the other. Not "for update",
-- which would wait for those who only point at the group.
create function marque.hold_group(held uuid) returns void language plpgsql as $$
begin
  perform 1 from payload.groups g where g.id = held for no key update;
end $$;

create or replace function marque.follow_grant() returns trigger language plpgsql as $$
begin
  if new.group_id is not null then
    perform marque.hold_group(new.group_id);
  end if;
  delete from marque.grant_reach r where r.grant_id = new.id and r.user_id is distinct from new.user_id
    and not exists (select 1 from marque.group_members m where m.group_id = new.group_id and m.user_id = r.user_id);
  insert into marque.grant_reach (grant_id, user_id, kind, resource_id, organization_id, workspace_id, rank, abilities)
  select new.id, h.user_id, new.resource::text, new.resource_id::uuid, new.organization_id, new.workspace_id,
    marque.scope_rank(new.scope::text), marque.ability_mask(new.scope::text, new.limits)
  from (select new.user_id where new.user_id is not null union select m.user_id from marque.group_members m where m.group_id = new.group_id) h
  on conflict (grant_id, user_id) do update set kind = excluded.kind, resource_id = excluded.resource_id,
    organization_id = excluded.organization_id, workspace_id = excluded.workspace_id, rank = excluded.rank, abilities = excluded.abilities;
  return null;
end $$;

create function marque.follow_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform marque.hold_group(old.group_id);
    delete from marque.grant_reach r using public.grants g
    where g.group_id = old.group_id and r.grant_id = g.id and r.user_id = old.user_id;
  else
    perform marque.hold_group(new.group_id);
    insert into marque.grant_reach (grant_id, user_id, kind, resource_id, organization_id, workspace_id, rank, abilities)
    select g.id, new.user_id, g.resource::text, g.resource_id::uuid, g.organization_id, g.workspace_id,
      marque.scope_rank(g.scope::text), marque.ability_mask(g.scope::text, g.limits)
    from payload.grants g where g.group_id = new.group_id
    on conflict (grant_id, user_id) do nothing;
  end if;
  return null;
end $$;
create trigger marque_follow after insert or delete on marque.group_members for each row execute function marque.follow_member();

-- Payload's foreign keys would leave these behind without a holder, and an owned key as a service key, which may do more.
create function marque.drop_holder() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'groups' then
    delete from payload.grants where group_id = old.id;
  else
    delete from payload.grants where user_id = old.id;
    delete from payload.keys where owner_id = old.id;
  end if;
  return old;
end $$;
create trigger marque_drop_holder before delete on payload.groups for each row execute function marque.drop_holder();
create trigger marque_drop_holder before delete on payload.users for each row execute function marque.drop_holder();

create function marque.drop_groups() returns trigger language plpgsql as $$
begin
  delete from payload.groups where organization_id = old.id;
  return old;
end $$;
create trigger marque_drop_groups before delete on payload.organizations for each row execute function marque.drop_groups();

-- An offer of a grant to whoever follows its link. Kept a while after it was taken, withdrawn or ran out, to say so.
create table marque.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  resource text not null check (resource in ('organization', 'workspace', 'brand', 'collection', 'asset')),
  resource_id uuid not null,
  organization_id uuid not null references payload.organizations(id) on delete cascade,
  workspace_id uuid references payload.workspaces(id) on delete cascade,
  scope text not null check (marque.scope_rank(scope) > 0),
  limits jsonb not null default '[]',
  -- Who answers for it: it is worth no more than they may still give when it is taken.
  inviter_kind text not null check (inviter_kind in ('person', 'key')),
  inviter_id uuid not null,
  inviter_name text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null,
  taken_at timestamptz,
  taken_by uuid references payload.users(id) on delete set null,
  withdrawn_at timestamptz
);
create unique index marque_invitations_once on marque.invitations (email, resource_id) where taken_at is null and withdrawn_at is null;
create index on marque.invitations (organization_id);
create index on marque.invitations (workspace_id) where workspace_id is not null;
create index on marque.invitations (resource_id);

-- Hashes alone. A link that another one replaced is remembered as such.
create table marque.invitation_links (
  token_hash text primary key,
  invitation_id uuid not null references marque.invitations(id) on delete cascade,
  replaced boolean not null default false
);
create index on marque.invitation_links (invitation_id);

create function marque.drop_invitations() returns trigger language plpgsql as $$
begin
  delete from marque.invitations where resource_id = old.id;
  return null;
end $$;
create trigger marque_drop_invitations after delete on payload.brands for each row execute function marque.drop_invitations();
create trigger marque_drop_invitations after delete on payload.collections for each row execute function marque.drop_invitations();
create trigger marque_drop_invitations after delete on payload.assets for each row execute function marque.drop_invitations();

create table marque.password_resets (
  token_hash text primary key,
  user_id uuid not null references payload.users(id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on marque.password_resets (user_id);

-- Whoever sets a password anew (its owner, a link, the command line) makes the links that are still out worthless.
create function marque.spend_resets() returns trigger language plpgsql as $$
begin
  update marque.password_resets set used_at = now() where user_id = new.id and used_at is null;
  return null;
end $$;
create trigger marque_spend_resets after update of hash on payload.users for each row
  when (old.hash is distinct from new.hash) execute function marque.spend_resets();

-- What helps a person to recognise a session of theirs. Payload's own table of sessions is written anew with each change of a person,
-- so there is no foreign key to it.
create table marque.session_origins (
  session_id text primary key,
  user_id uuid not null references payload.users(id) on delete cascade,
  agent text not null,
  address text not null
);
create index on marque.session_origins (user_id);
`;
