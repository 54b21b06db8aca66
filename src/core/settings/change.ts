// Changes a setting of a place in the running transaction, one change at a time.
import { isDeepStrictEqual } from 'node:util';
import { statement, type Db } from '../db/pool.ts';
import type { Caller } from '../access/caller.ts';
import { ApiError, invalid, type Issue } from '../errors.ts';
import type { Service } from '../service.ts';
import { seal } from '../storage/signing.ts';
import { layersOf, saidBy, sealKey, settingInEach, storedSettings, type StoredSetting } from './read.ts';
import { changed, resolve, type Change, type Values } from './rules.ts';
import type { OwnPlace, Place, SettingContext, SettingDefinition } from './schemas.ts';

const lock = statement(
  'settings:lock',
  `select pg_advisory_xact_lock(hashtextextended('setting ' || coalesce($2, $1)::text || ' ' || $3, 0))`,
);

const write = statement(
  'settings:write',
  `insert into marque.settings (organization_id, workspace_id, key, value, sealed) values ($1, $2, $3, $4, $5)
   on conflict on constraint settings_once do update set value = excluded.value, sealed = excluded.sealed, changed_at = now()`,
);

const remove = statement(
  'settings:remove',
  'delete from marque.settings where organization_id = $1 and workspace_id is not distinct from $2 and key = $3',
);

export const contextOf = (place: Place): SettingContext =>
  place.workspaceId === null ? 'organization' : 'workspace';

/**
 * Requires a person for properties that only people change.
 * @throws ApiError forbidden
 */
export function demandPerson(
  { key, peopleOnly = [] }: SettingDefinition,
  caller: Caller,
  properties: readonly string[],
): void {
  const closed = properties.find((property) => peopleOnly.includes(property));
  if (caller.kind === 'person' || closed === undefined) return;
  throw new ApiError(
    'forbidden',
    `A key can't change ${key}.${closed}, whatever its scope: only a person can. Ask an admin to change it in the panel.`,
    { property: closed },
  );
}

/** The properties that a place sets itself. */
export async function ownProperties(db: Db, { key }: SettingDefinition, place: OwnPlace): Promise<string[]> {
  const narrow = place.workspaceId !== null;
  const own = (await storedSettings(db, place, [key])).find((one) => one.narrow === narrow);
  return Object.keys({ ...own?.value, ...own?.sealed });
}

/** What changed, for the event: secrets only as set or not set. Null: nothing. */
export type SettingDifference = { before: Values; after: Values } | null;

/** What is inherited mustn't change in the meantime either. Before the place's own lock. */
const lockInherited = (db: Db, { key }: SettingDefinition, { organizationId }: OwnPlace): Promise<unknown> =>
  db.query(lock, [organizationId, null, key]);

const workspacesIn = statement(
  'settings:workspaces-in',
  'select id from payload.workspaces where organization_id = $1 and ($2::uuid is null or id = $2)',
);

/** Makes a change, and lets data follow that depends on the setting. */
async function followed(
  service: Service,
  db: Db,
  definition: SettingDefinition,
  { organizationId, workspaceId }: OwnPlace,
  change: () => Promise<unknown>,
): Promise<void> {
  if (!definition.follow) {
    await change();
    return;
  }
  const rows = await db.query<{ id: string }>(workspacesIn, [organizationId, workspaceId]);
  const ids = rows.map(({ id }) => id);
  const before = await settingInEach(service, db, definition, ids);
  await change();
  for (const [id, after] of await settingInEach(service, db, definition, ids)) {
    const was = before.get(id);
    if (was && !isDeepStrictEqual(was, after)) await definition.follow(db, id, was, after);
  }
}

/** The place's own values, locked until the transaction ends, and the inherited ones. */
async function ownSetting(
  db: Db,
  definition: SettingDefinition,
  place: OwnPlace,
): Promise<{ before: StoredSetting; above: StoredSetting[] }> {
  if (definition.follow) await lockInherited(db, definition, place);
  await db.query(lock, [place.organizationId, place.workspaceId, definition.key]);
  const stored = await storedSettings(db, place, [definition.key]);
  const narrow = place.workspaceId !== null;
  const own = stored.find((one) => one.narrow === narrow);
  return {
    before: own ?? { key: definition.key, narrow, value: {}, sealed: {} },
    above: stored.filter((one) => one !== own),
  };
}

const lastChange = statement(
  'settings:last-change',
  `select e.actor_name as by, e.detail -> 'after' as after from marque.events e
   where e.subject_id = $1 and e.detail -> 'after' ?| $2 order by e.id desc limit 1`,
);

/**
 * Refuses a change that was made of values which aren't there any more.
 * @throws conflict with what there is now, and who changed it.
 */
async function demandExpected(
  db: Db,
  { organizationId, workspaceId }: OwnPlace,
  expected: Values,
  now: Values,
): Promise<void> {
  const stale = Object.keys(expected).filter((property) => !sameValue(expected[property], now[property]));
  if (stale.length === 0) return;
  const current = Object.fromEntries(stale.map((property) => [property, now[property] ?? null]));
  const [last] = await db.query<{ by: string; after: Values }>(lastChange, [
    workspaceId ?? organizationId,
    stale,
  ]);
  // What is inherited was changed elsewhere.
  const by =
    last && stale.some((property) => sameValue(last.after[property], now[property])) ? last.by : null;
  throw new ApiError(
    'conflict',
    `${by ?? 'Someone'} changed ${stale.join(', ')} since you read it. Nothing was saved. Read the setting again, and change what it says now.`,
    { changed: stale, by, current },
  );
}

/** As JSON, which is what a caller has read. */
const sameValue = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one ?? null)), JSON.parse(JSON.stringify(other ?? null)));

/**
 * Merges a change into a place's values.
 * @param wanted the change, or how to make it of the values that are stored there, locked.
 * @param expected values that apply there, inherited or not, as the change was made.
 * @throws invalid if a stored secret would be used with something it wasn't entered for; conflict if other values than expected apply.
 */
export async function changeSetting(
  service: Service,
  db: Db,
  definition: SettingDefinition,
  place: OwnPlace,
  wanted: Change | ((own: Values) => Change),
  expected: Values = {},
): Promise<SettingDifference> {
  if (Object.keys(expected).length > 0) await lockInherited(db, definition, place);
  const { before, above } = await ownSetting(db, definition, place);
  const change = typeof wanted === 'function' ? wanted(before.value) : wanted;
  const secrets: readonly string[] = definition.secrets ?? [];
  const key = sealKey(service);
  const part = (isOfPart: (property: string) => boolean): Change => ({
    set: Object.fromEntries(Object.entries(change.set).filter(([property]) => isOfPart(property))),
    clear: change.clear.filter(isOfPart),
  });
  const ofSecrets = part((property) => secrets.includes(property));
  const sealed = changed(before.sealed, {
    ...ofSecrets,
    set: Object.fromEntries(
      Object.entries(ofSecrets.set).map(([property, text]) => [property, seal(key, String(text))]),
    ),
  }) as Record<string, string>;
  const after = {
    ...before,
    value: changed(
      before.value,
      part((property) => !secrets.includes(property)),
    ),
    sealed,
  };
  const valueNow = (own: StoredSetting): Values =>
    resolve(definition, layersOf(service, definition, [...above, own])).value;
  await demandExpected(db, place, expected, valueNow(before));
  const kept = Object.keys(saidBy(service, { ...before, value: {} })).filter(
    (secret) => sealed[secret] === before.sealed[secret],
  );
  const issues = strayingSecrets(definition, kept, valueNow(before), valueNow(after));
  if (issues.length > 0) throw invalid(issues);
  return store(service, db, definition, { place, before, after });
}

/** Removes all values of a place, so that inherited values apply. */
export async function resetSetting(
  service: Service,
  db: Db,
  definition: SettingDefinition,
  place: OwnPlace,
): Promise<SettingDifference> {
  const { before } = await ownSetting(db, definition, place);
  return store(service, db, definition, { place, before, after: { ...before, value: {}, sealed: {} } });
}

/** Stored secrets whose related property changes: the person changing it may not know the secret. */
function strayingSecrets(
  { secretsFor = {} }: SettingDefinition,
  kept: readonly string[],
  before: Values,
  after: Values,
): Issue[] {
  const most = 100;
  const shown = (value: unknown): string => {
    if (typeof value !== 'string') return 'none';
    return value.length > most ? `${value.slice(0, most)}…` : value;
  };
  return kept.flatMap((secret) => {
    const owner = secretsFor[secret];
    if (owner === undefined || isDeepStrictEqual(before[owner], after[owner])) return [];
    return [
      {
        path: secret,
        message: `The stored ${secret} was entered for a different ${owner} (${shown(before[owner])}) and isn't sent to ${shown(after[owner])}: enter the ${secret} again, or send null to remove it.`,
      },
    ];
  });
}

async function store(
  service: Service,
  db: Db,
  definition: SettingDefinition,
  { place, before, after }: { place: OwnPlace; before: StoredSetting; after: StoredSetting },
): Promise<SettingDifference> {
  const ids = [place.organizationId, place.workspaceId, definition.key];
  const isEmpty = Object.keys(after.value).length === 0 && Object.keys(after.sealed).length === 0;
  await followed(service, db, definition, place, () =>
    isEmpty
      ? db.query(remove, ids)
      : db.query(write, [...ids, JSON.stringify(after.value), JSON.stringify(after.sealed)]),
  );
  return difference(definition, saidBy(service, before), saidBy(service, after));
}

function difference(definition: SettingDefinition, before: Values, after: Values): SettingDifference {
  const properties = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (property) => !isDeepStrictEqual(before[property], after[property]),
  );
  if (properties.length === 0) return null;
  const shown = (values: Values): Values =>
    Object.fromEntries(
      properties.map((property) => {
        if (!definition.secrets?.includes(property)) return [property, values[property] ?? null];
        return [property, values[property] === undefined ? 'not set' : 'set'];
      }),
    );
  return { before: shown(before), after: shown(after) };
}
