// How an asset may change: status transitions, and what happens to suggestions. Pure. The collection's hooks call it, so it
// applies to the panel, REST and agents alike.
import type { Ability } from '../core/access/ladder.ts';
import { ApiError, type Issue } from '../core/errors.ts';
import { hasValue } from '../fields/rules.ts';
import type { FieldValues } from '../fields/schemas.ts';
import type { State, Status } from './schemas.ts';

interface Move {
  to: Status;
  from: readonly Status[];
  needs: Ability | null;
  /** Made by sending the same bytes again (src/assets/ingest/propose-again.ts); nobody can ask for it. */
  resent?: true;
}

/** All status transitions; anything else is a conflict. */
const moves: readonly Move[] = [
  { to: 'proposed', from: ['draft'], needs: null },
  { to: 'proposed', from: ['rejected'], needs: null, resent: true },
  { to: 'active', from: ['draft', 'proposed', 'rejected', 'archived'], needs: 'approve' },
  { to: 'rejected', from: ['proposed'], needs: 'approve' },
  { to: 'draft', from: ['proposed', 'rejected'], needs: null },
  { to: 'archived', from: ['active'], needs: 'approve' },
];

/** What callers can change a status to. */
export function movesFrom(status: Status): Status[] {
  return moves.filter(({ from, resent }) => !resent && from.includes(status)).map(({ to }) => to);
}

/**
 * Checks whether an asset can change from one status to another.
 *
 * @returns the ability it needs, null for none beyond write.
 * @throws ApiError conflict, listing the possible transitions.
 */
export function askMove(from: Status, to: Status): Ability | null {
  const move = moves.find((candidate) => candidate.to === to && candidate.from.includes(from));
  if (!move) throw impossibleMove(from, to);
  return move.needs;
}

/** Checks the status that a caller sent. @throws ApiError conflict, listing the possible transitions. */
export function demandOffered(from: Status, to: Status | undefined): void {
  if (to !== undefined && to !== from && !movesFrom(from).includes(to)) throw impossibleMove(from, to);
}

function impossibleMove(from: Status, to: Status): ApiError {
  const open = movesFrom(from);
  return new ApiError(
    'conflict',
    `An asset that is ${from} can't become ${to}. From ${from} it can become ${open.length > 0 ? open.join(' or ') : 'nothing else'}.`,
    { from, to, moves: open },
  );
}

/** The last instant of a day as a date comparison: dates are UTC, and `expires` is the last day of use. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The state, computed: nothing runs at midnight. The same as `stateSql` in queries.ts. */
export function stateOf(
  asset: { status: Status; deletedAt: unknown; expires: string | null | undefined },
  today: string,
): State {
  if (asset.deletedAt) return 'deleted';
  if (asset.status === 'active' && asset.expires && asset.expires < today) return 'expired';
  return asset.status;
}

/** Why an asset can't be used at all on a day, whatever the use. */
export type Hindrance = 'deleted' | 'archived' | 'not_approved' | 'expired' | 'embargoed';

export interface Availability {
  status: Status;
  deleted: boolean;
  /** First day of use, `YYYY-MM-DD`; null for none. */
  embargo: string | null;
  /** Last day of use, `YYYY-MM-DD`; null for none. */
  expires: string | null;
}

/**
 * Why an asset can't be used on a day, most important first. Used by check_use and by delivery.
 *
 * @param day `YYYY-MM-DD`, UTC.
 */
export function hindrancesOf(asset: Availability, day: string): Hindrance[] {
  const found: Hindrance[] = [];
  if (asset.deleted) found.push('deleted');
  if (asset.status === 'archived') found.push('archived');
  else if (asset.status !== 'active') found.push('not_approved');
  if (asset.expires !== null && asset.expires < day) found.push('expired');
  if (asset.embargo !== null && asset.embargo > day) found.push('embargoed');
  return found;
}

/**
 * Whom `/a` serves: `world` anyone, `known` callers who can read the record or have a signature, `gone` nobody any more
 * (410), `never` nobody yet (404). A signature overrides public, private and embargo, but never state.
 */
export function servedTo(
  asset: Availability & { public: boolean; private: boolean },
  day: string,
): 'world' | 'known' | 'gone' | 'never' {
  const hindrances = hindrancesOf(asset, day);
  if (hindrances.includes('deleted') || hindrances.includes('archived')) return 'gone';
  if (hindrances.includes('not_approved')) return 'never';
  if (hindrances.includes('expired')) return 'gone';
  return asset.public && !asset.private && !hindrances.includes('embargoed') ? 'world' : 'known';
}

/** A version in its stack. */
export interface StackedVersion extends Availability {
  id: string;
  version: number;
  current: boolean;
}

/**
 * Which version of a stack is current after one was created, approved, archived, deleted or restored. A usable version takes over from
 * an older one and from an unusable one. If the current one becomes unusable, the newest usable version follows; if there is none, it
 * stays. Expiry alone changes nothing: a person renews or replaces an expired version.
 *
 * @param day `YYYY-MM-DD`, UTC.
 * @returns the id of the current one; null for a stack that has none and none to take its place.
 */
export function currentAfter(
  stack: readonly StackedVersion[],
  changedId: string,
  day: string,
): string | null {
  const usable = stack
    .filter((version) => isUsable(version, day))
    .sort((one, other) => other.version - one.version);
  const present = stack.find(({ current }) => current);
  if (!present) return usable[0]?.id ?? null;
  const presentHolds = usable.includes(present);
  const changed = usable.find(({ id }) => id === changedId);
  if (changed && (!presentHolds || changed.version > present.version)) return changed.id;
  if (present.id === changedId && !presentHolds) return usable[0]?.id ?? present.id;
  return present.id;
}

/** True for a version that can be made current: approved and unexpired, even if still under embargo. */
export function isUsable(version: Availability, day: string): boolean {
  return hindrancesOf({ ...version, embargo: null }, day).length === 0;
}

/** Normalizes tags: trimmed, Unicode NFC, unique regardless of case; the first spelling wins. */
export function cleanTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const clean = tag.normalize('NFC').trim().replace(/\s+/g, ' ');
    if (clean && !seen.has(fold(clean))) seen.set(fold(clean), clean);
  }
  return [...seen.values()];
}

function fold(tag: string): string {
  return tag.toLowerCase();
}

/** The suggested tags that remain once the asset has these tags. */
export function openTags(proposed: readonly string[], tags: readonly string[]): string[] {
  const has = new Set(tags.map(fold));
  return cleanTags(proposed).filter((tag) => !has.has(fold(tag)));
}

/** The suggested values that remain once the asset has these own values. */
export function openFields(proposed: FieldValues, own: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(proposed).filter(([key]) => !hasValue(own, key)));
}

/**
 * The suggested tags that a reviewer keeps, with issues for tags that weren't suggested.
 */
export function keepTags(
  proposed: readonly string[],
  keep: readonly string[],
): { tags: string[]; issues: Issue[] } {
  const kept = new Set(keep.map((tag) => fold(tag.trim())));
  const known = new Set(proposed.map(fold));
  const issues = keep
    .map((tag, index) => ({ tag, index }))
    .filter(({ tag }) => !known.has(fold(tag.trim())))
    .map(({ tag, index }) => ({
      path: `proposedTags[${index}]`,
      message: `"${tag}" is not among the suggested tags. Suggest it with \`propose_tags\`.`,
    }));
  return { tags: proposed.filter((tag) => kept.has(fold(tag))), issues };
}

/** The suggested values that a reviewer keeps, with issues for values that weren't suggested. */
export function keepFields(
  proposed: FieldValues,
  keep: FieldValues,
): { fields: FieldValues; issues: Issue[] } {
  const issues = Object.entries(keep)
    .filter(([key, value]) => proposed[key] !== value)
    .map(([key]) => ({
      path: `proposedFields.${key}`,
      message: `This value is not suggested. Set it in fields to give the asset a value, or suggest one with \`propose_fields\`.`,
    }));
  return {
    fields: Object.fromEntries(Object.entries(proposed).filter(([key]) => hasValue(keep, key))),
    issues,
  };
}
