// Where assets are used outside, as others report it (src/uses), and how often each was delivered (src/assets/asset-traffic.ts).
export const name = '0090-asset-uses';

export const sql = /* sql */ `
-- told: which end of the asset its users were told of, as reason and day: 'expiring 2026-12-24'.
create table marque.asset_uses (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null references payload.assets(id) on delete cascade,
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  url text not null,
  title text,
  context text,
  by_kind text not null,
  by_id uuid,
  by_name text not null,
  told text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (asset_id, url)
);
create index on marque.asset_uses (workspace_id, created_at desc, id desc);

-- Tells, in the transaction of the change, that an asset ended that is used outside.
create function marque.tell_attention() returns trigger language plpgsql as $$
declare
  ended uuid := case when new.type = 'asset.made_current' then (new.detail #>> '{before,id}')::uuid
    when new.type <> 'asset.changed' or new.detail #>> '{changes,supersededBy,after}' is not null then new.subject_id::uuid end;
  reason text := case new.type when 'asset.archived' then 'archived' when 'asset.deleted' then 'deleted' else 'superseded' end;
  uses bigint;
begin
  if ended is null then return null; end if;
  select count(*) into uses from marque.asset_uses u where u.asset_id = ended;
  if uses = 0 then return null; end if;
  insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_name, subject_kind, subject_id, detail)
  select 'asset.attention', new.organization_id, a.workspace_id, 'system', 'Marque', 'asset', a.id,
    jsonb_build_object('reason', reason, 'uses', uses, 'filename', a.filename)
  from payload.assets a where a.id = ended;
  return null;
end $$;
create trigger marque_attention after insert on marque.events for each row
  when (new.type in ('asset.archived', 'asset.deleted', 'asset.made_current', 'asset.changed')) execute function marque.tell_attention();

-- The asset without a foreign key: counts are written for many at a time, and mustn't wait for those that somebody is changing. Of deleted
-- ones they go with their days.
create table marque.asset_delivery_days (
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  asset_id uuid not null,
  day date not null,
  requests bigint not null,
  bytes bigint not null,
  primary key (asset_id, day)
);
create index on marque.asset_delivery_days (day);
create index on marque.asset_delivery_days (workspace_id);
`;
