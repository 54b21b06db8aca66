// What only SQL uses: the reach of grants, membership in collections, effective privacy, upload tickets, events.
// Filled by triggers, so that no writer (panel, API, raw SQL) can forget them. Never edited once landed.
export const name = '0001-spine';

export const sql = /* sql */ `
create function marque.scope_rank(scope text) returns smallint language sql immutable strict parallel safe as $$
  select (case scope when 'read' then 1 when 'propose' then 2 when 'write' then 3 when 'admin' then 4 else 0 end)::smallint
$$;

-- Bits: delete 1, share 2, approve 4, setup 8; the same as bitOf() in src/core/access/ladder.ts.
create function marque.ability_mask(scope text, limits jsonb) returns smallint language sql immutable parallel safe as $$
  select (case scope when 'admin' then 15 when 'write' then 15
    - case when coalesce(limits, '[]') ? 'delete' then 1 else 0 end
    - case when coalesce(limits, '[]') ? 'share' then 2 else 0 end
    - case when coalesce(limits, '[]') ? 'approve' then 4 else 0 end
    - case when coalesce(limits, '[]') ? 'setup' then 8 else 0 end
  else 0 end)::smallint
$$;

-- One row a grant, in the shape that the reach statement wants: one index lookup by person.
create table marque.grant_reach (
  grant_id uuid primary key references payload.grants(id) on delete cascade,
  user_id uuid references payload.users(id) on delete cascade,
  kind text not null,
  resource_id uuid not null,
  organization_id uuid not null,
  workspace_id uuid,
  rank smallint not null,
  abilities smallint not null
);
create index on marque.grant_reach (user_id, resource_id);
create index on marque.grant_reach (resource_id);

create function marque.follow_grant() returns trigger language plpgsql as $$
begin
  insert into marque.grant_reach (grant_id, user_id, kind, resource_id, organization_id, workspace_id, rank, abilities)
  values (new.id, new.user_id, new.resource::text, new.resource_id::uuid, new.organization_id, new.workspace_id,
    marque.scope_rank(new.scope::text), marque.ability_mask(new.scope::text, new.limits))
  on conflict (grant_id) do update set user_id = excluded.user_id, kind = excluded.kind, resource_id = excluded.resource_id,
    organization_id = excluded.organization_id, workspace_id = excluded.workspace_id, rank = excluded.rank, abilities = excluded.abilities;
  return null;
end $$;
create trigger marque_follow after insert or update on payload.grants for each row execute function marque.follow_grant();

-- One grant a holder and thing: giving again changes the one there is.
create unique index marque_grants_once on payload.grants (user_id, resource, resource_id);

-- A grant has no foreign key to what it is on (five kinds of thing), so it goes by trigger.
create function marque.drop_grants() returns trigger language plpgsql as $$
begin
  delete from payload.grants where resource_id = old.id::text;
  return null;
end $$;
create trigger marque_drop_grants after delete on payload.organizations for each row execute function marque.drop_grants();
create trigger marque_drop_grants after delete on payload.workspaces for each row execute function marque.drop_grants();
create trigger marque_drop_grants after delete on payload.brands for each row execute function marque.drop_grants();
create trigger marque_drop_grants after delete on payload.collections for each row execute function marque.drop_grants();
create trigger marque_drop_grants after delete on payload.assets for each row execute function marque.drop_grants();

create table marque.collection_assets (
  collection_id uuid not null references payload.collections(id) on delete cascade,
  asset_id uuid not null references payload.assets(id) on delete cascade,
  position double precision not null default extract(epoch from clock_timestamp()),
  added_at timestamptz not null default now(),
  primary key (collection_id, asset_id)
);
create index on marque.collection_assets (asset_id);

-- Private when it says so itself, or when every collection it is in is private.
create function marque.is_private(asset uuid, own boolean) returns boolean language sql stable as $$
  select coalesce(own, false) or coalesce((select bool_and(coalesce(k.private, false))
    from marque.collection_assets m join payload.collections k on k.id = m.collection_id where m.asset_id = asset), false)
$$;

create function marque.keep_asset_privacy() returns trigger language plpgsql as $$
begin
  new.effective_private := marque.is_private(new.id, new.private);
  return new;
end $$;
create trigger marque_privacy before insert or update on payload.assets for each row execute function marque.keep_asset_privacy();

-- Setting the column to itself runs the trigger above, which works it out; rows that already agree are left alone.
create function marque.follow_membership() returns trigger language plpgsql as $$
begin
  update payload.assets a set private = a.private from changed
  where a.id = changed.asset_id and a.effective_private is distinct from marque.is_private(a.id, a.private);
  return null;
end $$;
create trigger marque_joined after insert on marque.collection_assets referencing new table as changed
  for each statement execute function marque.follow_membership();
create trigger marque_left after delete on marque.collection_assets referencing old table as changed
  for each statement execute function marque.follow_membership();

create function marque.follow_collection_privacy() returns trigger language plpgsql as $$
begin
  update payload.assets a set private = a.private
  where a.id in (select m.asset_id from marque.collection_assets m where m.collection_id = new.id)
    and a.effective_private is distinct from marque.is_private(a.id, a.private);
  return null;
end $$;
create trigger marque_privacy after update of private on payload.collections for each row
  when (old.private is distinct from new.private) execute function marque.follow_collection_privacy();

-- Tickets for uploads: only a hash of the URL's secret is kept. 'open' until the bytes are in, 'staged' until filed once.
-- staged_key is null once the bytes were kept as the blob of their hash, which filing does before it makes the record.
create table marque.upload_tickets (
  id uuid primary key default gen_random_uuid(),
  secret_hash text not null unique,
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  caller_id uuid not null,
  filename text not null,
  mime text not null,
  size bigint not null,
  state text not null default 'open' check (state in ('open', 'staged', 'spent')),
  staged_key text,
  sha256 text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on marque.upload_tickets (expires_at);

-- What happened, written in the transaction that did it: activity and audit read it, listeners will.
create table marque.events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  type text not null,
  organization_id uuid,
  workspace_id uuid,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  subject_kind text,
  subject_id uuid,
  detail jsonb not null default '{}'
);
create index on marque.events (workspace_id, id desc);
create index on marque.events (organization_id, id desc);
create index on marque.events (subject_id, id desc);

-- Sizes off the ladder that were made for callers whom only a public URL let in: at most a few a file.
create table marque.loose_renditions (
  sha256 text not null,
  transform text not null,
  primary key (sha256, transform)
);

-- Counters of rate-limiter-flexible (its own column names).
create table marque.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
`;
