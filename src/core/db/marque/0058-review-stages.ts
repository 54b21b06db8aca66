// Approval in stages (setting review.stages): a proposal keeps the stages that it started with, who decided in which, and who was reminded.
export const name = '0058-review-stages';

export const sql = /* sql */ `
-- Null: no stages, as for everything that waited before.
alter table marque.proposals add column stages jsonb;
-- True: nobody decides in two stages.
alter table marque.proposals add column distinct_deciders boolean not null default false;
-- The current stage, by its place in the list, and since when.
alter table marque.proposals add column stage smallint;
alter table marque.proposals add column stage_since timestamptz;
create index on marque.proposals (stage_since) where status = 'waiting' and stages is not null;

create table marque.stage_decisions (
  id bigint generated always as identity primary key,
  proposal_id uuid not null references marque.proposals(id) on delete cascade,
  stage smallint not null,
  -- A person, also through a key of theirs; or a service key.
  decider_id uuid not null,
  decider_name text not null,
  decision text not null check (decision in ('accept', 'reject')),
  note text,
  edited boolean not null default false,
  -- What they accepted was edited later in the same stage.
  outdated boolean not null default false,
  decided_at timestamptz not null default date_trunc('milliseconds', now())
);
create unique index on marque.stage_decisions (proposal_id, stage, decider_id) where not outdated;

create table marque.stage_reminders (
  proposal_id uuid not null references marque.proposals(id) on delete cascade,
  stage smallint not null,
  person_id uuid not null,
  reminded_at timestamptz not null default now(),
  primary key (proposal_id, stage, person_id)
);

-- Who decided what is part of the audit log.
create or replace function marque.is_access_event(type text, detail jsonb) returns boolean language sql immutable parallel safe as $$
  select split_part(type, '.', 1) in ('account', 'person', 'session', 'grant', 'group', 'invitation', 'key', 'link', 'portal', 'share', 'setting', 'settings',
      'organization', 'workspace', 'client', 'token', 'proposal')
    or type like '%.deleted' or type like '%.restored' or type like '%.shared' or type like '%.link\\_%'
    or coalesce(detail->'changes' ?| array['private', 'public', 'access', 'password'], false)
$$;
`;
