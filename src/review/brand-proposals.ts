// Proposed rules and pages: validated like a write, stored in the queue, and written when a person accepts.
import type { PayloadRequest } from 'payload';
import type { Caller } from '../core/access/caller.ts';
import { findPage } from '../brands/pages/pages.ts';
import { demandLockedBrand, type LoadedBrand } from '../brands/queries.ts';
import type { RuleEdit } from '../brands/rules/rules.ts';
import type { RuleChanges } from '../brands/rules/schemas.ts';
import { PageInput, type PageOp } from '../brands/pages/schemas.ts';
import { hashOf, ruleName, sameContent, type PageState, type RuleState } from '../brands/publishing/state.ts';
import { editedPage, savedPage, savePage } from '../brands/pages/write-pages.ts';
import { editedRules, writeRules } from '../brands/rules/write-rules.ts';
import type { Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import type { Outcome } from './corrections.ts';
import { waitingAlike } from './queries.ts';
import { staleProposal } from './stale-proposal.ts';
import { openProposal, setProposalNote, type QueuedProposal, type JsonRecord } from '../proposals/queue.ts';

export interface Proposer {
  req: PayloadRequest;
  db: Db;
  caller: Caller;
}

type Names = readonly { key: string; context?: string | null | undefined }[];
const nameOf = ({ key, context }: Names[number]): string => ruleName({ key, context: context ?? null });

/** The current rules with these names, in this order; missing ones are left out. */
function standing(brand: LoadedBrand, names: Names): RuleState[] {
  const byName = new Map(brand.state.rules.map((rule) => [ruleName(rule), rule]));
  return [...new Set(names.map(nameOf))].flatMap((name) => byName.get(name) ?? []);
}

/** What would be proposed, checked like a write. */
interface Drafted {
  kind: 'rule' | 'page';
  before: JsonRecord;
  after: JsonRecord;
  /** The brand is like that already. */
  isSame: boolean;
}

async function draftRules(proposer: Proposer, brand: LoadedBrand, edit: RuleEdit): Promise<Drafted> {
  const { set } = await editedRules(proposer, brand, edit);
  const remove = edit.remove.map(({ key, context }) => ({ key, context: context ?? null }));
  const rules = standing(brand, [...edit.set, ...remove]);
  const isSame = remove.length === 0 && sameContent(rules, set);
  return { kind: 'rule', before: { rules }, after: { set, remove }, isSame };
}

/** A page, whole or in steps. */
export type PageChange = { page: PageInput } | { ops: readonly PageOp[] };

async function draftPage(
  proposer: Proposer,
  brand: LoadedBrand,
  slug: string,
  change: PageChange,
): Promise<Drafted> {
  const { page } =
    'page' in change
      ? await savedPage(proposer, brand, slug, change.page)
      : await editedPage(proposer, brand, slug, change.ops);
  const position = 'page' in change ? change.page.position : undefined;
  const before = findPage(brand.state, slug) ?? null;
  return {
    kind: 'page',
    before: { slug, page: before },
    after: { slug, page: { ...page, ...(position === undefined ? {} : { position }) } },
    isSame: position === undefined && sameContent(before, page),
  };
}

async function open(
  { req, db, caller }: Proposer,
  brand: LoadedBrand,
  { kind, before, after }: Drafted,
  note: string | undefined,
): Promise<{ id: string; isNew: boolean }> {
  const known = await waitingAlike(db, caller, { brandId: brand.id, kind, after });
  if (known) return { id: known, isNew: false };
  setProposalNote(req, note);
  const id = await openProposal(req, db, {
    workspaceId: brand.workspaceId,
    kind,
    on: { brand: brand.id },
    before,
    after,
  });
  await record(req, {
    type: `brand.${kind}_proposed`,
    workspaceId: brand.workspaceId,
    subject: { kind: 'brand', id: brand.id },
    detail: { name: brand.state.name, proposals: [id] },
  });
  return { id, isNew: true };
}

/**
 * Proposes rules to set and remove, all or nothing.
 *
 * @returns the proposal's ID; if the same proposal is already waiting, the ID of that one.
 * @throws ApiError invalid, for the same reasons as the write.
 */
export async function proposeRules(
  proposer: Proposer,
  brandId: string,
  edit: RuleEdit,
  note?: string,
): Promise<string> {
  const brand = await demandLockedBrand(proposer.db, brandId);
  return (await open(proposer, brand, await draftRules(proposer, brand, edit), note)).id;
}

/** The same for a page. */
export async function proposePage(
  proposer: Proposer,
  brandId: string,
  slug: string,
  change: PageChange,
  note?: string,
): Promise<string> {
  const brand = await demandLockedBrand(proposer.db, brandId);
  return (await open(proposer, brand, await draftPage(proposer, brand, slug, change), note)).id;
}

/**
 * Proposes rules or a page among other changes: what the brand has already is reported, not proposed.
 *
 * @throws ApiError as for one of them alone.
 */
export async function proposeForBrand(
  proposer: Proposer,
  brandId: string,
  change: { rules: RuleEdit } | { slug: string; page: PageChange },
  note?: string,
): Promise<Outcome> {
  const brand = await demandLockedBrand(proposer.db, brandId);
  const drafted =
    'rules' in change
      ? await draftRules(proposer, brand, change.rules)
      : await draftPage(proposer, brand, change.slug, change.page);
  if (drafted.isSame) return { proposal: null, unchanged: drafted.before };
  const { id, isNew } = await open(proposer, brand, drafted, note);
  return { proposal: { id, outcome: isNew ? 'created' : 'already_waiting' }, unchanged: null };
}

/**
 * Checks that the state hasn't changed since the proposal, or that the reviewer has seen the change.
 * @throws ApiError conflict with the current state and its `seen`.
 */
function demandUnmoved(what: string, before: object, present: object, seen: string | undefined): void {
  const now = hashOf(present);
  if (now === hashOf(before) || now === seen) return;
  throw staleProposal(what, { present, seen: now });
}

/** Checks that what a proposal changes is as it was. @throws ApiError conflict, as for `demandUnmoved`. */
function demandFits(brand: LoadedBrand, proposal: QueuedProposal, seen: string | undefined): void {
  if (proposal.kind === 'rule') {
    const { set, remove } = proposal.after as { set: RuleState[]; remove: Names };
    const rules = standing(brand, [...set, ...remove]);
    return demandUnmoved('These rules', { rules: proposal.before?.rules ?? [] }, { rules }, seen);
  }
  const { slug } = proposal.after as { slug: string };
  const page = findPage(brand.state, slug) ?? null;
  return demandUnmoved('This page', { page: proposal.before?.page ?? null }, { page }, seen);
}

/** @throws ApiError conflict if what a proposal changes has changed since. */
export async function demandBrandFits(db: Db, proposal: QueuedProposal): Promise<void> {
  demandFits(await demandLockedBrand(db, proposal.brand_id ?? ''), proposal, undefined);
}

/**
 * The proposal as a reviewer edited it, for those who decide after them.
 *
 * @throws ApiError conflict if the state changed since the proposal and isn't the one seen; invalid.
 */
export async function revisedForBrand(
  proposer: Proposer,
  proposal: QueuedProposal,
  value: RuleChanges | { page: PageInput },
  seen: string | undefined,
): Promise<{ before: JsonRecord; after: JsonRecord }> {
  const brand = await demandLockedBrand(proposer.db, proposal.brand_id ?? '');
  demandFits(brand, proposal, seen);
  const { slug } = proposal.after as { slug: string };
  const { before, after } =
    'page' in value
      ? await draftPage(proposer, brand, slug, value)
      : await draftRules(proposer, brand, editOf(value));
  return { before, after };
}

const editOf = ({ set, remove }: RuleChanges): RuleEdit => ({ set: set ?? [], remove: remove ?? [] });

/**
 * Writes what was proposed, or `value` in its place.
 *
 * @param seen from an earlier conflict: this state may be overwritten.
 * @throws ApiError conflict if the state changed since the proposal and isn't the one seen.
 */
export async function acceptForBrand(
  proposer: Proposer,
  proposal: QueuedProposal,
  value: RuleChanges | { page: PageInput } | undefined,
  seen: string | undefined,
): Promise<JsonRecord> {
  const brandId = proposal.brand_id ?? '';
  demandFits(await demandLockedBrand(proposer.db, brandId), proposal, seen);
  const detail = { proposals: [proposal.id] };
  if (proposal.kind === 'rule') {
    const { set, remove } = proposal.after as { set: RuleState[]; remove: Names };
    const edited = value as RuleChanges | undefined;
    const edit: RuleEdit = edited ? editOf(edited) : { set, remove: [...remove] };
    const written = await writeRules(proposer, brandId, edit, detail);
    return { set: written.set, remove: [...edit.remove] };
  }
  const { slug, page } = proposal.after as { slug: string; page: PageState };
  const input = (value as { page: PageInput } | undefined)?.page ?? PageInput.parse(page);
  const saved = await savePage(proposer, brandId, slug, input, detail);
  const after = findPage((await demandLockedBrand(proposer.db, brandId)).state, saved.slug);
  return { slug, page: after ?? null };
}
