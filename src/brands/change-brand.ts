// The only way to change a brand: from its current state to another one. Rows follow the state, a version
// stores it, and an event records it, all in the call's transaction.
import type { PayloadRequest } from 'payload';
import { actorIn } from '../core/access/actor.ts';
import type { Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { writeRows } from './brand-rows.ts';
import { versionsLeft } from './expected.ts';
import { demandLockedBrand, type LoadedBrand } from './queries.ts';
import { canonical, changesBetween, inOrder, type BrandState, type Changes } from './publishing/state.ts';
import { keepVersion } from './publishing/versions.ts';

export interface Edited {
  state: BrandState;
  /** A short summary for the history: "Set color.primary". */
  summary: string;
  /** Renamed rules: the new `ruleName` to the old one. */
  renamedRules?: ReadonlyMap<string, string>;
}

export interface ChangeOptions {
  /** Event type: `brand.rules_changed`. */
  event: string;
  /** More detail for the event. */
  detail?: Record<string, unknown>;
  /** True: always starts a new version. */
  apart?: boolean;
}

export interface ChangedBrand {
  brand: LoadedBrand;
  before: BrandState;
  after: BrandState;
  changes: Changes;
  /** The version that holds the state. */
  version: number;
  /** False if the state didn't change: nothing was written. */
  changed: boolean;
}

/**
 * Changes a brand. `edit` gets the brand, locked, and returns its new state.
 *
 * @throws ApiError not_found, and whatever `edit` throws.
 */
export async function changeBrand(
  req: PayloadRequest,
  db: Db,
  brandId: string,
  options: ChangeOptions,
  edit: (brand: LoadedBrand) => Edited | Promise<Edited>,
): Promise<ChangedBrand> {
  const brand = await demandLockedBrand(db, brandId);
  const before = brand.state;
  const edited = await edit(brand);
  const after = inOrder(edited.state);
  const changes = changesBetween(before, after);
  const changed = canonical(before) !== canonical(after);
  if (changed) await writeRows(req, db, brand, after, edited.renamedRules ?? new Map<string, string>());
  const actor = await actorIn(req);
  const version = await keepVersion(db, brandId, actor, after, edited.summary, options.apart);
  if (changed) {
    await record(req, {
      type: options.event,
      workspaceId: brand.workspaceId,
      subject: { kind: 'brand', id: brandId },
      detail: {
        name: after.name,
        version,
        versions: versionsLeft(before, after),
        ...eventChanges(changes),
        ...options.detail,
      },
    });
  }
  return { brand, before, after, changes, version, changed };
}

/** The changes in an event: only non-empty parts, and no more names than a feed can show. */
function eventChanges(changes: Changes): Record<string, unknown> {
  const most = 50;
  const nonEmpty = (lists: Record<string, unknown[]>): Record<string, unknown> | undefined => {
    const some = Object.entries(lists).filter(([, list]) => list.length > 0);
    return some.length === 0
      ? undefined
      : Object.fromEntries(some.map(([name, list]) => [name, list.slice(0, most)]));
  };
  const rules = nonEmpty(changes.rules);
  const pages = nonEmpty(changes.pages);
  return { ...(rules ? { rules } : {}), ...(pages ? { pages } : {}) };
}
