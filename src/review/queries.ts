// Reads the proposals a caller can see, newest first.
import { personOf, type Caller } from '../core/access/caller.ts';
import { rankOf } from '../core/access/ladder.ts';
import { accessEpochSql } from '../core/access/access-epoch.ts';
import { ableTo, accessibleAt, readable } from '../core/access/readable.ts';
import { anyRecord, recordsOf } from '../core/access/grantable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { filtersOf, numberBefore, pageOf } from '../core/paging.ts';
import type { Pictured } from '../assets/delivery/thumbnails.ts';
import { contentVersionSql } from '../assets/queries.ts';
import { isDueSoonSql } from './due-soon.ts';
import { withoutHidden, type Viewing } from './hidden-values.ts';
import { moduleKind } from './module-kinds.ts';
import { isOnWorkspace, waitsForRestore } from './targets.ts';
import { placeOf } from '../proposals/queue.ts';
import type { Stage } from '../proposals/stages/schemas.ts';
import type { ListedProposal, Proposal, ProposalQuery } from './schemas.ts';
import { assetKind, collectionKind } from '../assets/grantable.ts';
import { brandKind } from '../brands/grantable.ts';
import { collectionContainers } from '../assets/collections/containers.ts';

const write = rankOf('write');

const stageDecisions = `(select jsonb_agg(jsonb_build_object('stage', d.stage, 'decision', d.decision, 'by', d.decider_name, 'byId', d.decider_id,
    'note', d.note, 'edited', d.edited, 'outdated', d.outdated, 'at', (extract(epoch from d.decided_at) * 1000)::bigint) order by d.id)
    from marque.stage_decisions d where d.proposal_id = q.id)`;
const columns = `q.id, q.number, q.kind, q.asset_id, q.brand_id, q.collection_id, q.resource_id, q.workspace_id, r.kind as resource_kind, coalesce(nullif(a.metadata->>'title', ''), a.filename, b.name, k.name, r.name, w.name, '') as target_name, b.slug, a.mime_type,
  q.by_kind, q.by_id, q.by_name, q.person_id, q.person_name, q.note, q.before, q.after, q.status, q.decided_by, q.decided_at, q.review_note, q.created_at,
  q.stages, q.stage, q.stage_since, q.auto, case when q.stages is not null then ${stageDecisions} end as stage_decisions`;
const joined = `marque.proposals q left join payload.assets a on a.id = q.asset_id left join payload.brands b on b.id = q.brand_id left join marque.resources r on r.id = q.resource_id left join payload.collections k on k.id = q.collection_id
  left join payload.workspaces w on w.id = q.workspace_id and ${isOnWorkspace}`;

interface Row {
  id: string;
  number: number;
  kind: Proposal['kind'];
  asset_id: string | null;
  brand_id: string | null;
  collection_id: string | null;
  resource_id: string | null;
  workspace_id: string;
  resource_kind: string | null;
  target_name: string;
  slug: string | null;
  mime_type: string | null;
  by_kind: string;
  by_id: string | null;
  by_name: string;
  person_id: string | null;
  person_name: string | null;
  note: string | null;
  before: Proposal['before'];
  after: Proposal['after'];
  status: Proposal['status'];
  decided_by: string | null;
  decided_at: Date | null;
  review_note: string | null;
  created_at: Date;
  stages: readonly Stage[] | null;
  stage: number | null;
  stage_since: Date | null;
  auto: Proposal['auto'];
  stage_decisions:
    (Omit<Proposal['stages'][number]['decisions'][number], 'at'> & { stage: number; at: number })[] | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** When a stage is due that began then; null if it has no due date. */
export const dueOf = ({ dueDays }: Stage, since: Date): Date | null =>
  dueDays === undefined ? null : new Date(since.getTime() + dueDays * dayMs);

function toStages(row: Row): Proposal['stages'] {
  return (row.stages ?? []).map((stage, at) => {
    const due =
      at === row.stage && row.stage_since && row.status === 'waiting' ? dueOf(stage, row.stage_since) : null;
    return {
      id: stage.id,
      name: stage.name,
      needs: stage.needs,
      decisions: (row.stage_decisions ?? [])
        .filter((one) => one.stage === at)
        .map(({ stage: _, at: ms, ...decision }) => ({ ...decision, at: new Date(ms).toISOString() })),
      due: due?.toISOString() ?? null,
    };
  });
}

function toProposal(row: Row): Proposal {
  const { kind: resource, id } = placeOf(row);
  return {
    id: row.id,
    kind: row.kind,
    target: {
      resource: row.resource_kind ?? resource,
      id,
      name: row.target_name,
      slug: row.slug,
      mime: row.mime_type,
    },
    by: row.person_name ?? row.by_name,
    byId: row.person_id ?? row.by_id,
    agent: row.by_kind === 'key' ? row.by_name : null,
    agentId: row.by_kind === 'key' ? row.by_id : null,
    note: row.note,
    before: row.before,
    after: row.after,
    status: row.status,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reviewNote: row.review_note,
    createdAt: row.created_at.toISOString(),
    stages: toStages(row),
    current: row.stages?.[row.stage ?? 0]?.id ?? null,
    auto: row.auto,
  };
}

/** What they would replace, as far as the caller can read it. */
async function shownTo<P extends Proposal>(viewing: Viewing, proposals: readonly P[]): Promise<P[]> {
  const states = proposals.map(({ kind, before }) => ({
    refersTo: moduleKind(kind)?.refersTo,
    state: before,
  }));
  const shown = await withoutHidden(viewing, states);
  return proposals.map((proposal, at) => ({ ...proposal, before: shown[at] ?? null }));
}

const one = statement('proposals:shown', `select ${columns} from ${joined} where q.id = $1`);

/** A proposal that the caller is known to have access to. */
export async function proposalOf(db: Db, id: string): Promise<Proposal> {
  const [row] = await db.query<Row>(one, [id]);
  if (!row) throw new Error('The proposal disappeared while it was being read.');
  return toProposal(row);
}

/**
 * Callers see their own proposals on targets they can read, and all proposals on targets they can write. Proposals on a deleted asset
 * are hidden until it is restored, but for what became of its deletion. A person's own proposals include those of their agents.
 */
const own = `(q.by_id = $4::uuid or q.person_id = $5::uuid)`;
/** With write on the workspace itself. */
const writesWorkspace = `(coalesce(c.key_rank, 4) >= ${write} and coalesce(case when c.user_id is null then c.key_rank else p.rank end, 0) >= ${write})`;
const visible = `case when q.asset_id is not null
    then not ${waitsForRestore('q', 'a')} and ((${own} and ${accessibleAt(assetKind, 'a', rankOf('read'))}) or ${accessibleAt(assetKind, 'a', write)})
    when q.brand_id is not null then (${own} and ${readable(brandKind, 'b')}) or ${accessibleAt(brandKind, 'b', write)}
    when q.collection_id is not null then (${own} and ${readable(collectionKind, 'k')}) or ${accessibleAt(collectionKind, 'k', write)}
    when q.resource_id is not null then (${own} and ${readable(recordsOf(anyRecord), 'r')}) or ${accessibleAt(recordsOf(anyRecord), 'r', write)}
    else ${own} or ${writesWorkspace} end`;
const containers = collectionContainers;
/** True if a proposal is waiting and the caller, `c`, can decide on it now: the rules of proposals/stages/decide.ts, for lists. */
const able = `case when q.asset_id is not null then ${ableTo('approve', { id: 'a.id', isPrivate: 'a.effective_private', containers })}
    when q.brand_id is not null then ${ableTo('approve', { id: 'b.id', isPrivate: 'b.private' })}
    when q.collection_id is not null then ${ableTo('approve', { id: 'k.id', isPrivate: 'k.effective_private', containers })}
    when q.resource_id is not null then ${ableTo('approve', { id: 'r.id', isPrivate: 'r.private' })}
    else ${ableTo('approve', { id: 'q.workspace_id', isPrivate: 'false' })} end`;
const decider = 'coalesce(c.user_id, $4::uuid)';
const holdsStage = `exists (select 1 from jsonb_array_elements(q.stages -> q.stage -> 'who') h where h = '"approve"'
    or h ->> 'person' = c.user_id::text
    or exists (select 1 from marque.group_members m where m.user_id = c.user_id and m.group_id::text = h ->> 'group'))`;
const hasDecided = `exists (select 1 from marque.stage_decisions d where d.proposal_id = q.id and d.decider_id = ${decider} and not d.outdated
    and (d.stage = q.stage or q.distinct_deciders))`;
const waitsForMe = `(q.status = 'waiting' and ${able} and (q.stages is null or (${holdsStage} and not ${hasDecided})))`;
/** By people who are in a group with the caller, or their agents; the caller's own aren't their team's. */
const byTeam = `(coalesce(q.person_id, q.by_id) is distinct from c.user_id and exists (select 1 from marque.group_members mine join marque.group_members theirs on theirs.group_id = mine.group_id
    where mine.user_id = c.user_id and theirs.user_id = coalesce(q.person_id, q.by_id)))`;
const asked = `q.workspace_id = $3::uuid and ($6::text is null or q.status = $6) and ($7::text is null or q.kind = $7)
    and ($8::uuid is null or q.by_id = $8 or q.person_id = $8) and (not $9::boolean or ${own})
    and ($10::uuid is null or $10 in (q.asset_id, q.brand_id, q.collection_id, q.resource_id, w.id))
    and (not $12::boolean or ${isDueSoonSql('q', 'now()')}) and (not $11::boolean or ${waitsForMe})
    and case $13::text when 'agents' then q.by_kind = 'key' when 'people' then q.by_kind <> 'key' when 'team' then ${byTeam} else true end`;

const listed = statement(
  'proposals:list',
  `${seenBy}, e as materialized (select ${accessEpochSql} as epoch from c)
   select ${columns}, ${waitsForMe} as waits_for_me, a.width, case when $16::bool then ${contentVersionSql('a', '(select epoch from e)')} end as version
   from ${asSeen} cross join ${joined} where ${asked} and ($14::bigint is null or q.number < $14) and ${visible}
   order by q.number desc limit $15`,
);
const counted = statement(
  'proposals:count',
  `${seenBy} select count(*) as total from ${asSeen} cross join ${joined} where ${asked} and ${visible}`,
);

/** What `own` takes, after the values of `seenBy`. */
const proposerValues = (caller: Caller): [id: string | null, person: string | null] => [
  caller.kind === 'nobody' ? null : caller.id,
  caller.kind === 'person' ? personOf(caller) : null,
];

const oneListed = statement(
  'proposals:listed-one',
  `${seenBy} select ${columns}, ${waitsForMe} as waits_for_me from ${asSeen} cross join ${joined} where q.id = $5::uuid`,
);

/** The same as a caller sees it in a list. */
export async function listedProposalOf(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
): Promise<ListedProposal> {
  const [row] = await db.query<Row & { waits_for_me: boolean }>(oneListed, [
    ...seenByValues(caller, workspaceId),
    caller.kind === 'nobody' ? null : caller.id,
    id,
  ]);
  if (!row) throw new Error('The proposal disappeared while it was being read.');
  const listedOne = { ...toProposal(row), waitsForMe: row.waits_for_me };
  const [shown = listedOne] = await shownTo({ db, caller, workspaceId }, [listedOne]);
  return shown;
}

const oneVisible = statement(
  'proposals:visible-one',
  `${seenBy} select ${columns}, ${waitsForMe} as waits_for_me from ${asSeen} cross join ${joined}
   where q.id = $6::uuid and q.workspace_id = $3::uuid and ${visible}`,
);

/** The same for a caller who may be unable to see it: null then. */
export async function proposalSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
): Promise<ListedProposal | null> {
  const [row] = await db.query<Row & { waits_for_me: boolean }>(oneVisible, [
    ...seenByValues(caller, workspaceId),
    ...proposerValues(caller),
    id,
  ]);
  if (!row) return null;
  const seen = { ...toProposal(row), waitsForMe: row.waits_for_me };
  const [shown = seen] = await shownTo({ db, caller, workspaceId }, [seen]);
  return shown;
}

/** A row with what the thumbnail of its asset takes, if that was asked for. */
type ListedRow = Row & { waits_for_me: boolean; width: number | null; version: string | null };

const picturesOf = (rows: readonly ListedRow[]): Pictured[] =>
  rows.flatMap(({ asset_id: id, mime_type: mime, width, version }) =>
    id === null || mime === null ? [] : [{ asset: { id, mime, width }, version }],
  );

/** @param by the ID of the proposer; null for anyone. */
export async function proposalsSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  query: Omit<ProposalQuery, 'by' | 'target'> & { by: string | null; mine: boolean; target: string | null },
): Promise<{ data: ListedProposal[]; total: number; next: string | null; pictures: Pictured[] }> {
  const { status, kind, by, mine, target, from, waitingFor, due, limit, include } = query;
  const filters = filtersOf('proposals', workspaceId, {
    status,
    kind,
    by,
    mine,
    target,
    from,
    waitingFor,
    due,
  });
  const before = numberBefore(query, filters);
  const values = [
    ...seenByValues(caller, workspaceId),
    ...proposerValues(caller),
    status === 'any' ? null : status,
    kind ?? null,
    by,
    mine,
    target,
    waitingFor === 'me',
    due === 'soon',
    from ?? null,
  ];
  const [rows, [count]] = await Promise.all([
    db.query<ListedRow>(listed, [...values, before, limit + 1, include !== undefined]),
    db.query<{ total: number }>(counted, values),
  ]);
  const page = pageOf(rows, limit, filters, ({ number }) => [number]);
  return {
    data: await shownTo(
      { db, caller, workspaceId },
      page.rows.map((row) => ({ ...toProposal(row), waitsForMe: row.waits_for_me })),
    ),
    total: count?.total ?? 0,
    next: page.next,
    pictures: picturesOf(page.rows),
  };
}

const alike = statement(
  'proposals:alike',
  `select id from marque.proposals where brand_id = $1 and kind = $2 and by_id = $3 and status = 'waiting' and after = $4::jsonb limit 1`,
);

/** The ID of an equal waiting proposal for a brand by the same caller, or null. */
export async function waitingAlike(
  db: Db,
  caller: Caller,
  { brandId, kind, after }: { brandId: string; kind: Proposal['kind']; after: Proposal['after'] },
): Promise<string | null> {
  if (caller.kind === 'nobody') return null;
  const [row] = await db.query<{ id: string }>(alike, [brandId, kind, caller.id, JSON.stringify(after)]);
  return row?.id ?? null;
}
