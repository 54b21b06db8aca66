// Checks of settings by modules that know what the values mean: the core knows no kind of proposal, and a setting may name one.
import type { Db } from '../db/pool.ts';
import type { Issue } from '../errors.ts';
import type { Change } from './rules.ts';
import type { OwnPlace } from './schemas.ts';

/** @returns what is wrong with a change of a setting in a place. Its values fit their schemas. */
export type SettingCheck = (db: Db, place: OwnPlace, change: Change) => Promise<Issue[]>;

/** By the setting's key. */
export type SettingChecks = Readonly<Record<string, SettingCheck>>;

const checks = new Map<string, SettingCheck>();

export function registerSettingChecks(added: SettingChecks): void {
  for (const [key, check] of Object.entries(added)) checks.set(key, check);
}

/** What a module's check says about a change. */
export async function checkedByModule(
  db: Db,
  key: string,
  place: OwnPlace,
  change: Change,
): Promise<Issue[]> {
  return (await checks.get(key)?.(db, place, change)) ?? [];
}
