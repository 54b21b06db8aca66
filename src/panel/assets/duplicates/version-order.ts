// In which order near-duplicates become versions of one asset. Pure.
import type { Asset } from '../../../assets/schemas.ts';

type Versioned = Pick<Asset, 'id' | 'stackId' | 'status' | 'createdAt'>;

/**
 * The asset that the others become versions of, then those in the order of their numbers: the one with versions of its own comes first, the
 * others by when they were added, and the one to keep last, which makes it the current one.
 *
 * @param keptId of the one to keep
 * @returns null if they can't: one waits for review, or several have versions of their own
 */
export function versionOrder<One extends Versioned>(assets: readonly One[], keptId: string): One[] | null {
  const kept = assets.find(({ id }) => id === keptId);
  const others = assets.filter(({ id }) => id !== keptId);
  const stacked = others.filter(({ stackId }) => stackId !== null);
  const waits = assets.some(({ status }) => status === 'proposed' || status === 'rejected');
  if (!kept || others.length === 0 || kept.stackId !== null || stacked.length > 1 || waits) return null;
  const alone = others
    .filter(({ stackId }) => stackId === null)
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  return [...stacked, ...alone, kept];
}
