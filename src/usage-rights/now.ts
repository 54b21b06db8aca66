// Whether an asset may be shown right now. The only rule for what portals and share links show.
import { unhinderedSql } from '../assets/queries.ts';
import { hindrancesOf, type Availability } from '../assets/rules.ts';

/** What `isUsableNow` needs to know about an asset. */
export interface ShownAsset extends Availability {
  private: boolean;
  superseded: boolean;
  /** Null for an asset in no stack. */
  current: boolean | null;
}

/** True if it is active, within its rights, not superseded, the current version and not private. @param day `YYYY-MM-DD`, UTC. */
export function isUsableNow(asset: ShownAsset, day: string): boolean {
  return isUsable(asset, day) && !asset.private;
}

/** The same for a link to the asset itself, which works even if it is private. */
export function isUsable(asset: Omit<ShownAsset, 'private'>, day: string): boolean {
  return hindrancesOf(asset, day).length === 0 && !asset.superseded && (asset.current ?? true);
}

// As a subselect it is computed once; inlined, computing it per row takes half of a large collection's time.
const today = `(select to_char(now() at time zone 'utc', 'YYYY-MM-DD'))`;

/** `isUsable` as SQL for asset `a`, for today by the database's clock. A test keeps the two in sync. */
export const usableSql = (a: string): string =>
  `(${unhinderedSql(a, today)} and ${a}.superseded_by is null and ${a}.current is not false)`;

/** `isUsableNow` as SQL. */
export const usableNowSql = (a: string): string => `(${usableSql(a)} and ${a}.effective_private is not true)`;
