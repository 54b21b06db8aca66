// Merges what two people made of one record. Pure.

type Values = Record<string, unknown>;

export type Side = 'theirs' | 'mine';

/** A value that the two versions don't have in common. */
export interface Difference {
  /** `title`, `sections[s1].body`: members of lists go by their id. */
  path: string;
  before: unknown;
  theirs: unknown;
  mine: unknown;
  /** True if both changed it. If only one did, their change counts. */
  isConflict: boolean;
  side: Side;
}

export interface Merged<T> {
  value: T;
  /** In the record's order. */
  differences: Difference[];
}

export const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What tells the members of a list apart: their id, or themselves. Null: nothing does, so the list is one value. */
function idsOf(list: unknown): string[] | null {
  if (!Array.isArray(list)) return null;
  const ids = (list as unknown[]).map((one) => (isValues(one) ? one.id : one));
  const isClear = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
  return isClear ? ids : null;
}

/** `order`, with the others of `more` behind the one that each follows there. */
function inserted(order: readonly string[], more: readonly string[]): string[] {
  const next = [...order];
  for (const [at, id] of more.entries()) {
    if (next.includes(id)) continue;
    const behind = more
      .slice(0, at)
      .reverse()
      .find((one) => next.includes(one));
    next.splice(behind === undefined ? 0 : next.indexOf(behind) + 1, 0, id);
  }
  return next;
}

class Merging {
  readonly differences: Difference[] = [];

  constructor(private readonly choices: ReadonlyMap<string, Side>) {}

  merge(path: string, before: unknown, theirs: unknown, mine: unknown): unknown {
    if (same(theirs, mine)) return mine;
    if (isValues(theirs) && isValues(mine)) return this.values(path, before, theirs, mine);
    return this.list(path, before, theirs, mine) ?? this.whole(path, before, theirs, mine);
  }

  private values(path: string, before: unknown, theirs: Values, mine: Values): Values {
    const was = isValues(before) ? before : {};
    const next: Values = {};
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = this.merge(path === '' ? key : `${path}.${key}`, was[key], theirs[key], mine[key]);
      if (value !== undefined) next[key] = value;
    }
    return next;
  }

  /** Null: it isn't a list with members that can be told apart. */
  private list(path: string, before: unknown, theirs: unknown, mine: unknown): unknown[] | null {
    const [theirIds, myIds, oldIds] = [idsOf(theirs), idsOf(mine), idsOf(before ?? [])];
    if (!theirIds || !myIds || !oldIds) return null;
    const member = (list: unknown, ids: readonly string[], id: string): unknown =>
      ids.includes(id) ? (list as unknown[])[ids.indexOf(id)] : undefined;
    const common = oldIds.filter((id) => theirIds.includes(id) && myIds.includes(id));
    const isMoved = !same(
      myIds.filter((id) => common.includes(id)),
      common,
    );
    const order = isMoved ? inserted(myIds, theirIds) : inserted(theirIds, myIds);
    return order.flatMap((id) => {
      const [was, their, my] = [
        member(before ?? [], oldIds, id),
        member(theirs, theirIds, id),
        member(mine, myIds, id),
      ];
      const value = this.merge(`${path}[${id}]`, was, their, my);
      return value === undefined ? [] : [value];
    });
  }

  private whole(path: string, before: unknown, theirs: unknown, mine: unknown): unknown {
    const isMine = same(before, theirs);
    const isTheirs = same(before, mine);
    const side = this.choices.get(path) ?? (isTheirs && !isMine ? 'theirs' : 'mine');
    this.differences.push({ path, before, theirs, mine, isConflict: !isMine && !isTheirs, side });
    return side === 'mine' ? mine : theirs;
  }
}

/**
 * What one person changed since `before` and what the other did, together. Where both changed the same, `mine` counts.
 *
 * @param choices sides that were chosen otherwise, by path.
 */
export function merge<T>(
  before: T,
  theirs: T,
  mine: T,
  choices: ReadonlyMap<string, Side> = new Map(),
): Merged<T> {
  const merging = new Merging(choices);
  const value = merging.merge('', before, theirs, mine) as T;
  return { value, differences: merging.differences };
}
