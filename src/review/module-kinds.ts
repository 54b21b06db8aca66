// Kinds of proposals of other modules. They wait in the same queue as Marque's own, are accepted by a function of the module, and are stale
// when what they change has changed since.
import { z } from 'zod';
import type { PayloadRequest } from 'payload';
import type { Caller } from '../core/access/caller.ts';
import { resourceNames } from '../core/access/resources.ts';
import { lockTarget } from '../core/access/targets.ts';
import { ownerOf, takeContributions } from '../core/contributions.ts';
import { hashOf } from '../brands/publishing/state.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { invalid, notFound, type Issue } from '../core/errors.ts';
import { blaming } from '../core/failures.ts';
import { record } from '../core/events/record.ts';
import type { Context } from '../core/operation.ts';
import {
  openProposal,
  placeOf,
  setProposalNote,
  type JsonRecord,
  type NewProposal,
  type QueuedProposal,
} from '../proposals/queue.ts';
import { describedKinds, proposalKindNames, proposalKinds } from './kinds.ts';
import { withoutHidden, type References } from './hidden-values.ts';
import { changedParts } from './patch-parts.ts';
import { staleProposal } from './stale-proposal.ts';

declare module '../core/contributions.ts' {
  interface Contributions {
    /** Kinds of proposals, in the review queue beside Marque's own. */
    proposalKinds: ModuleProposalKind;
  }
}

/** What `accept` is given: the reviewer's transaction, and what they may do elsewhere. */
export interface Reviewing extends Pick<Context, 'service' | 'req' | 'db' | 'caller' | 'accessTo'> {
  /** Answers the decision with something that nothing stores, such as the address of a new link. */
  showOnce: (shown: JsonRecord) => void;
  /** What the proposal is about, of those that its kind can be about. */
  resource: string;
}

/** What `check` is given: what the proposer may do. */
export interface Checking extends Pick<Context, 'db' | 'caller' | 'access' | 'accessTo'> {
  resource: string;
}

/** A kind of proposal. `Value` is what is proposed, and what a reviewer can accept in its place. */
export interface ModuleProposalKind<Value extends JsonRecord = JsonRecord> {
  /** Lowercase letters, digits and underscores. It is stored: don't change it. */
  name: string;
  /**
   * What it is about: `asset`, `brand`, `collection`, `workspace`, the name of a resource, or several of these. Whoever can write it
   * decides.
   */
  on: string | readonly string[];
  /** In the panel's filter and above a proposal: `Asset for a campaign`. */
  label: string;
  /** One and several of its proposals, as the reviewers' mail counts them. */
  counted: readonly [one: string, several: string];
  /** What `after` holds, for the API's documentation. */
  described: string;
  value: z.ZodType<Value>;
  /** The current state of what it changes. If that differs from when it was proposed, accepting it is a conflict. */
  current(db: Db, targetId: string, value: Value): Promise<JsonRecord>;
  /**
   * Its value has properties of `current`, as they would be. Then a proposal can say what it expects, leaves out what is so already, and
   * replaces what the caller proposed before for the same properties. Only with `check`.
   */
  isPatch?: true;
  /** Properties of a patch that are merged into what is there, key by key, such as values of fields. */
  merges?: readonly string[];
  /**
   * Properties of `current` that hold the ID of another resource, with its kind: `{cover: 'asset'}`. Reviewers who can't read that one
   * see null.
   */
  refersTo?: References;
  /** Locks what has to be locked before the target when somebody decides, in the order of everything that changes both. */
  lockFirst?(db: Db, workspaceId: string): Promise<void>;
  /**
   * Applies what was proposed, or what a reviewer made of it.
   * @returns what to keep as `after`, if it isn't `value`.
   * @throws ApiError to leave the proposal waiting.
   */
  accept(reviewing: Reviewing, targetId: string, value: Value): Promise<JsonRecord | void>;
  /**
   * Problems that the schema can't see, with paths inside the value. With it, `POST /api/v1/proposals` takes the kind; without it, only
   * operations of the module propose it.
   */
  check?(proposing: Checking, targetId: string, value: Value): Promise<Issue[]>;
  /** Problems of what a reviewer made of it, with paths inside the value. */
  checkEdit?(edited: Value, proposed: Value): Issue[];
  /** Accepting it shows something once (`showOnce`), so a person must: it can't be accepted automatically. */
  showsOnce?: true;
  /** Shows and edits what is proposed, as a path of Payload's import map: `./preview.tsx#Preview`. Its props: `ProposalPreviewProps`. */
  component?: string;
}

/** Declares a kind of proposal. */
export function defineProposalKind<Value extends JsonRecord>(
  kind: ModuleProposalKind<Value>,
): ModuleProposalKind<Value> {
  return kind;
}

const table = new Map<string, ModuleProposalKind>();

takeContributions('proposalKinds', (kind) => {
  if (proposalKindNames.some((own) => own === kind.name) || !/^[a-z][a-z0-9_]{0,39}$/.test(kind.name))
    throw new Error(
      `"${kind.name}" can't name a kind of proposal. Use a lowercase letter, then up to 39 lowercase letters, digits or underscores, and none of Marque's own names.`,
    );
  table.set(kind.name, kind);
});

/** The kinds that `POST /api/v1/proposals` takes, beside changes to assets. */
export const openKinds = (): ModuleProposalKind[] =>
  [...table.values()].filter((kind) => kind.check !== undefined);

/** Whether a kind can be about this. */
export const isAbout = (kind: ModuleProposalKind, resource: string): boolean =>
  resourcesOf(kind).includes(resource);

/** Whether somebody must be there to see what accepting a kind shows once. */
export const showsOnce = (name: string): boolean => table.get(name)?.showsOnce === true;

export const moduleKind = (name: string): ModuleProposalKind | undefined => table.get(name);

/** The kinds there are once modules have added theirs. */
export const proposalKindNamesNow = (): string[] => [...proposalKindNames, ...table.keys()];

/** The kinds there are. Lazy, so that modules have added theirs before it is built. */
export const ProposalKindName = z.lazy(() => z.enum(proposalKindNamesNow()));

/** What a proposal can be about. */
export const ProposalResource = z.lazy(() => {
  const own = ['asset', 'brand', 'collection', 'workspace'];
  return z.enum([
    ...own,
    ...resourceNames().filter((name) => name !== 'organization' && !own.includes(name)),
  ]);
});

/** How many of a kind, in words: "2 new assets". */
export function countedKinds(kind: string, count: number): string {
  const own = proposalKindNames.find((name) => name === kind);
  const words = own ? proposalKinds[own].counted : (table.get(kind)?.counted ?? ['proposal', 'proposals']);
  return `${count} ${words[count === 1 ? 0 : 1]}`;
}

/** What `after` holds by kind, for the API's documentation. */
export const describedAfter = (): string => describedKinds(proposalKinds, ({ described }) => described.after);

export const targetIdOf = (proposal: QueuedProposal): string => placeOf(proposal).id;

const resourcesOf = ({ on }: Pick<ModuleProposalKind, 'on'>): readonly string[] => [on].flat();

/** What a proposal of a module's kind is about. */
function resourceOf(proposal: QueuedProposal, kind: Pick<ModuleProposalKind, 'on'> | undefined): string {
  const place = placeOf(proposal);
  return place.kind === 'resource' ? ((kind && resourcesOf(kind)[0]) ?? 'proposal') : place.kind;
}

const lockWorkspace = statement(
  'proposals:lock-workspace',
  `select pg_advisory_xact_lock(hashtextextended('proposals about ' || $1::text, 0))`,
);

/** Locks what a proposal is about. Not the row of a workspace: whoever adds something to it would have to wait. */
export async function lockPlace(db: Db, resource: string, id: string): Promise<void> {
  if (resource === 'workspace') await db.query(lockWorkspace, [id]);
  else await lockTarget(db, { [resource]: id }, id);
}

/** Locks what the kind of a proposal needs before its target. */
export async function lockBeforeTarget(db: Db, { kind, workspace_id }: QueuedProposal): Promise<void> {
  await moduleKind(kind)?.lockFirst?.(db, workspace_id);
}

/** Locks what a proposal of a module's kind is about, if its module is there. */
export async function lockModuleTarget(db: Db, proposal: QueuedProposal): Promise<void> {
  const kind = moduleKind(proposal.kind);
  if (kind) await lockPlace(db, resourceOf(proposal, kind), targetIdOf(proposal));
}

const ownTargets = ['asset', 'brand', 'collection', 'workspace'] as const;

function onOf(resource: string, id: string): NewProposal['on'] {
  const own = ownTargets.find((name) => name === resource);
  return own ? ({ [own]: id } as NewProposal['on']) : { resource: id };
}

export const ofKind = (kind: Pick<ModuleProposalKind, 'name'>) =>
  ({ module: ownerOf(kind), during: 'call', name: kind.name }) as const;

const waitingAlike = statement(
  'proposals:alike-of-module',
  `select id from marque.proposals where coalesce(asset_id, brand_id, collection_id, resource_id, workspace_id) = $1 and kind = $2 and by_id = $3 and status = 'waiting'
     and after = $4::jsonb limit 1`,
);

export interface Proposing {
  req: PayloadRequest;
  db: Db;
  caller: Caller;
  /** To the target, as the operation's access check found it. */
  access: Context['access'];
}

interface Proposed<Value> {
  value: Value;
  note?: string | undefined;
  resource?: string | undefined;
}

/**
 * Proposes a change of a module's kind to the target of the operation.
 *
 * @param proposed `resource`: which of those that the kind can be about the target is; by default, its first.
 * @returns the proposal's ID; if the caller's same proposal is already waiting, the ID of that one.
 * @throws ApiError rate_limited (`agents.proposalsPerHour`), and what the kind's `current` throws.
 */
export async function proposeKind<Value extends JsonRecord>(
  proposing: Proposing,
  kind: ModuleProposalKind<Value>,
  proposed: Proposed<Value>,
): Promise<string> {
  return (await openKind(proposing, kind, proposed)).id;
}

/** The same, and whether it wasn't waiting yet. Kinds that are patches: `openPatch` in patch-kinds.ts. */
export async function openKind<Value extends JsonRecord>(
  { req, db, caller, access }: Proposing,
  kind: ModuleProposalKind<Value>,
  proposed: Proposed<Value>,
): Promise<{ id: string; isNew: boolean }> {
  const { value, note, resource = resourcesOf(kind)[0] ?? '' } = proposed;
  const { id, workspaceId } = access;
  if (id === null || workspaceId === null || caller.kind === 'nobody') throw notFound();
  await lockPlace(db, resource, id);
  const [known] = await db.query<{ id: string }>(waitingAlike, [
    id,
    kind.name,
    caller.id,
    JSON.stringify(value),
  ]);
  if (known) return { id: known.id, isNew: false };
  setProposalNote(req, note);
  const before = await blaming(ofKind(kind), () => kind.current(db, id, value));
  // Like a correction, it's in the queue alone, not among the suggestions of an asset.
  const on = onOf(resource, id);
  const opened = await openProposal(req, db, {
    workspaceId,
    kind: kind.name,
    on,
    before,
    after: value,
    corrects: true,
  });
  await record(req, {
    type: `${resource}.${kind.name}_proposed`,
    workspaceId,
    subject: { kind: resource, id },
    detail: { proposals: [opened] },
  });
  return { id: opened, isNew: true };
}

/** @throws ApiError conflict if what a proposal changes has changed since, and its state isn't the one seen. */
export async function demandModuleFits(
  kind: ModuleProposalKind,
  { db, caller }: Pick<Reviewing, 'db' | 'caller'>,
  proposal: QueuedProposal,
  seen: string | undefined,
): Promise<void> {
  const present = await blaming(ofKind(kind), () => kind.current(db, targetIdOf(proposal), proposal.after));
  const now = hashOf(present);
  const before = proposal.before ?? {};
  if (now === hashOf(before) || now === seen) return;
  const changed = kind.isPatch ? changedParts(kind, before, present) : [];
  const viewing = { db, caller, workspaceId: proposal.workspace_id };
  const [shown] = await withoutHidden(viewing, [{ refersTo: kind.refersTo, state: present }]);
  throw staleProposal(changed.length > 0 ? changed : null, { present: shown, seen: now });
}

/** @throws ApiError invalid for what a reviewer can't make of a proposal */
function demandEdit(kind: ModuleProposalKind, proposal: QueuedProposal, edited: JsonRecord): void {
  const issues = kind.checkEdit?.(edited, proposal.after) ?? [];
  if (issues.length > 0)
    throw invalid(issues.map(({ path, message }) => ({ path: path ? `value.${path}` : 'value', message })));
}

/** The proposal as a reviewer edited it, for those who decide after them. @throws ApiError conflict, invalid. */
export async function revisedForModule(
  kind: ModuleProposalKind,
  reviewing: Pick<Reviewing, 'db' | 'caller'>,
  proposal: QueuedProposal,
  { value, seen }: { value: JsonRecord; seen: string | undefined },
): Promise<{ before: JsonRecord; after: JsonRecord }> {
  await demandModuleFits(kind, reviewing, proposal, seen);
  demandEdit(kind, proposal, value);
  const before = await blaming(ofKind(kind), () => kind.current(reviewing.db, targetIdOf(proposal), value));
  return { before, after: value };
}

/**
 * Applies a proposal of a module's kind, or `edited` in its place.
 *
 * @param seen from an earlier conflict: this state may be overwritten.
 * @returns what was applied, if it isn't what was proposed.
 * @throws ApiError conflict if the state changed since the proposal and isn't the one seen; invalid.
 */
export async function acceptForModule(
  kind: ModuleProposalKind,
  reviewing: Omit<Reviewing, 'resource'>,
  proposal: QueuedProposal,
  { edited, seen }: { edited: JsonRecord | undefined; seen: string | undefined },
): Promise<JsonRecord | undefined> {
  const id = targetIdOf(proposal);
  await demandModuleFits(kind, reviewing, proposal, seen);
  if (edited) demandEdit(kind, proposal, edited);
  const applied = await blaming(ofKind(kind), () =>
    kind.accept({ ...reviewing, resource: resourceOf(proposal, kind) }, id, edited ?? proposal.after),
  );
  return applied ?? edited;
}

/** Records that a proposal of a module's kind was rejected or withdrawn. */
export async function recordModuleTurnedDown(
  req: PayloadRequest,
  proposal: QueuedProposal,
  verdict: { status: 'rejected' | 'withdrawn'; note: string | null },
): Promise<void> {
  const on = resourceOf(proposal, moduleKind(proposal.kind));
  await record(req, {
    type: `${on}.${proposal.kind}_proposal_${verdict.status}`,
    workspaceId: proposal.workspace_id,
    subject: { kind: on, id: targetIdOf(proposal) },
    detail: { proposals: [proposal.id], ...(verdict.note ? { note: verdict.note } : {}) },
  });
}
