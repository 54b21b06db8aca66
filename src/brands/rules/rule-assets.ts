// The assets that rules refer to.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import type { Issue } from '../../core/errors.ts';
import { readableAssets } from '../assets-of.ts';
import type { LoadedBrand } from '../queries.ts';
import type { RuleState } from '../publishing/state.ts';
import { missingAssets } from './rules.ts';

/** Assets of a rule that its version before didn't refer to and that the caller can't read. */
export async function newlyMissing(
  { db, caller }: { db: Db; caller: Caller },
  brand: LoadedBrand,
  rule: RuleState,
  before: RuleState | null,
): Promise<Issue[]> {
  const known = new Set(before?.assets.map(({ id }) => id));
  const there = await readableAssets(
    db,
    caller,
    brand.workspaceId,
    rule.assets.flatMap(({ id }) => (known.has(id) ? [] : [id])),
  );
  return missingAssets(rule, new Set([...known, ...there]));
}
