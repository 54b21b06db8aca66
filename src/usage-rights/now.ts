// Whether an asset may be shown to anybody at this moment: what portals and links show is asked here, and nowhere else.
import { hindrancesOf, type Availability } from '../assets/rules.ts';

/** What `isUsableNow` must know of an asset. */
export interface ShownAsset extends Availability {
  private: boolean;
  superseded: boolean;
  /** Null for an asset in no stack. */
  current: boolean | null;
}

/** True for what is active, in its rights, not replaced, the version to use, and not private. @param day `YYYY-MM-DD`, UTC. */
export function isUsableNow(asset: ShownAsset, day: string): boolean {
  return isUsable(asset, day) && !asset.private;
}

/** The same for whoever is shown it although it is private: by a link to it. */
export function isUsable(asset: Omit<ShownAsset, 'private'>, day: string): boolean {
  return hindrancesOf(asset, day).length === 0 && !asset.superseded && (asset.current ?? true);
}

// Selected: written plainly it would be worked out for every row, which is half of what a large collection takes.
const today = `(select to_char(now() at time zone 'utc', 'YYYY-MM-DD'))`;

/** `isUsable` of an asset `a` as SQL, on the day it is by the database's clock. A test holds the two together. */
export const usableSql = (
  a: string,
): string => `(${a}.status::text = 'active' and ${a}.deleted_at is null and ${a}.superseded_by is null and ${a}.current is not false
    and coalesce(${a}.rights->>'embargo' <= ${today}, true) and coalesce(${a}.rights->>'expires' >= ${today}, true))`;

/** `isUsableNow` as SQL. */
export const usableNowSql = (a: string): string => `(${usableSql(a)} and ${a}.effective_private is not true)`;
