// Proposals of kinds whose value is a patch of what is there: property by property, like corrections of assets.
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { blaming } from '../core/failures.ts';
import { sameContent } from '../brands/publishing/state.ts';
import { closeProposal, replaceNote, reviseProposal, type JsonRecord } from '../proposals/queue.ts';
import { fits, type Outcome } from './corrections.ts';
import { lockPlace, ofKind, openKind, type ModuleProposalKind, type Proposing } from './module-kinds.ts';
import { joined, partsIn } from './patch-parts.ts';

export interface ProposedPatch {
  value: JsonRecord;
  expected?: JsonRecord | undefined;
  note?: string | undefined;
  resource: string;
}

interface Waiting {
  id: string;
  before: JsonRecord;
  after: JsonRecord;
}

const ownWaiting = statement(
  'proposals:own-patches',
  `select id, coalesce(before, '{}') as before, after from marque.proposals
   where coalesce(asset_id, brand_id, collection_id, resource_id, workspace_id) = $1 and kind = $2 and by_id = $3 and status = 'waiting'
   order by number desc for update`,
);

const only = (values: JsonRecord, wanted: (name: string, value: unknown) => boolean): JsonRecord =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => wanted(name, value)));

/** Withdraws what the caller proposed before for the same parts. @returns whether there was any */
async function replaceEarlier(
  { req, db }: Proposing,
  kind: ModuleProposalKind,
  waiting: readonly Waiting[],
  value: JsonRecord,
): Promise<boolean> {
  const isLeft = (name: string): boolean => !Object.hasOwn(value, name);
  let replaced = false;
  for (const { id, before, after } of waiting) {
    const left = only(after, isLeft);
    if (Object.keys(left).length === Object.keys(after).length) continue;
    replaced = true;
    if (Object.keys(left).length > 0)
      await reviseProposal(db, id, {
        before: joined(kind, only(before, isLeft)),
        after: joined(kind, left),
      });
    else
      await closeProposal(req, db, id, {
        status: 'withdrawn',
        note: 'Replaced by a newer proposal.',
      });
  }
  return replaced;
}

/** The caller's waiting ones, newest first, by part. */
async function earlierOf(
  db: Db,
  targetId: string,
  kind: ModuleProposalKind,
  callerId: string,
): Promise<Waiting[]> {
  const waiting = await db.query<Waiting>(ownWaiting, [targetId, kind.name, callerId]);
  return waiting.map(({ id, before, after }) => ({
    id,
    before: partsIn(kind, before),
    after: partsIn(kind, after),
  }));
}

/**
 * Proposes a patch of what the kind changes.
 *
 * @throws ApiError conflict (different from `expected`: with `current`), rate_limited, and what the kind's `current` throws.
 */
export async function openPatch(
  proposing: Proposing,
  kind: ModuleProposalKind,
  { value, expected, note, resource }: ProposedPatch,
): Promise<Outcome> {
  const { db, caller, access } = proposing;
  const { id } = access;
  if (id === null || caller.kind === 'nobody') throw notFound();
  await lockPlace(db, resource, id);
  const currentOf = (values: JsonRecord) => blaming(ofKind(kind), () => kind.current(db, id, values));
  if (expected !== undefined && !fits(expected, await currentOf(expected)))
    throw new ApiError(
      'conflict',
      "It doesn't match the values you expected. Check the current values, and propose again if it still needs a change.",
      { current: await currentOf(value) },
    );
  const current = partsIn(kind, await currentOf(value));
  const open = only(
    partsIn(kind, value),
    (name, wanted) => !sameContent(current[name] ?? null, wanted ?? null),
  );
  const same = joined(
    kind,
    only(current, (name) => !Object.hasOwn(open, name)),
  );
  const unchanged = Object.keys(same).length > 0 ? same : null;
  if (Object.keys(open).length === 0) return { proposal: null, unchanged };

  const waiting = await earlierOf(db, id, kind, caller.id);
  const alike = waiting.find(({ before, after }) =>
    Object.entries(open).every(
      ([name, wanted]) => sameContent(after[name], wanted) && sameContent(before[name], current[name]),
    ),
  );
  if (alike) {
    if (note) await replaceNote(db, alike.id, note);
    return { proposal: { id: alike.id, outcome: 'already_waiting' }, unchanged };
  }
  const replaced = await replaceEarlier(proposing, kind, waiting, open);
  const opened = await openKind(proposing, kind, { value: joined(kind, open), note, resource });
  return { proposal: { id: opened.id, outcome: replaced ? 'replaced' : 'created' }, unchanged };
}
