// The queue of what waits for a person: new assets, suggested tags and values, suggested rules and pages. What an asset says of itself
// (status, proposed_tags, proposed_fields) and what waits here always agree: src/proposals/follow.ts writes the one after the other.
export const name = '0020-proposals';

export const sql = /* sql */ `
create table marque.proposals (
  id uuid primary key default gen_random_uuid(),
  -- Order of arrival: what pages are counted by.
  number bigint not null generated always as identity,
  workspace_id uuid not null references payload.workspaces(id) on delete cascade,
  kind text not null check (kind in ('asset', 'tags', 'fields', 'rule', 'page')),
  asset_id uuid references payload.assets(id) on delete cascade,
  brand_id uuid references payload.brands(id) on delete cascade,
  by_kind text not null,
  by_id uuid,
  by_name text not null,
  -- The person behind a key, or the person themselves.
  person_id uuid,
  person_name text,
  note text,
  before jsonb,
  after jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'rejected', 'withdrawn')),
  decided_by text,
  decided_by_id uuid,
  decided_at timestamptz,
  review_note text,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check (asset_id is not null or brand_id is not null)
);
create index on marque.proposals (workspace_id, number desc);
create index on marque.proposals (workspace_id, number desc) where status = 'waiting';
create index on marque.proposals (asset_id);
create index on marque.proposals (brand_id);
-- What a key proposed lately, and what of it waits.
create index on marque.proposals (by_id, created_at);

-- What waits already. Who suggested tags and values was not kept.
insert into marque.proposals (workspace_id, kind, asset_id, by_kind, by_id, by_name, after, created_at)
  select a.workspace_id, 'asset', a.id, case when exists (select 1 from payload.users u where u.id::text = a.proposed_by_id) then 'person' else 'key' end,
    case when a.proposed_by_id ~ '^[0-9a-f-]{36}$' then a.proposed_by_id::uuid end, coalesce(a.proposed_by, 'Somebody'),
    jsonb_build_object('filename', a.filename, 'mime', a.mime_type, 'width', a.width, 'height', a.height, 'metadata', coalesce(a.metadata, '{}'),
      'tags', coalesce(a.tags, '[]'), 'fields', coalesce(a.fields, '{}'), 'rights', a.rights, 'origin', a.origin, 'generator', a.generator, 'prompt', a.prompt,
      'parentAssetId', a.parent_asset_id, 'versionOf', a.stack_id), a.created_at
  from payload.assets a where a.status = 'proposed' order by a.created_at, a.id;
insert into marque.proposals (workspace_id, kind, asset_id, by_kind, by_name, before, after, created_at)
  select a.workspace_id, 'tags', a.id, 'system', 'Somebody', jsonb_build_object('tags', coalesce(a.tags, '[]')), jsonb_build_object('tags', a.proposed_tags), a.updated_at
  from payload.assets a where case when jsonb_typeof(a.proposed_tags) = 'array' then jsonb_array_length(a.proposed_tags) > 0 end order by a.updated_at, a.id;
insert into marque.proposals (workspace_id, kind, asset_id, by_kind, by_name, before, after, created_at)
  select a.workspace_id, 'fields', a.id, 'system', 'Somebody', jsonb_build_object('fields', '{}'::jsonb), jsonb_build_object('fields', a.proposed_fields), a.updated_at
  from payload.assets a where jsonb_typeof(a.proposed_fields) = 'object' and a.proposed_fields <> '{}' order by a.updated_at, a.id;
`;
