// Reads settings: stored values of a place and those above it, with secrets decrypted, resolved.
import { statement, type Db } from '../db/pool.ts';
import type { Service } from '../service.ts';
import { deriveKey, unseal } from '../storage/signing.ts';
import { environmentLayer, resolve, type Layers, type Resolved, type Values } from './rules.ts';
import type { Place, SettingDefinition, SettingValue } from './schemas.ts';

export interface StoredSetting {
  key: string;
  /** Set in the workspace, not in its organization. */
  narrow: boolean;
  value: Values;
  sealed: Record<string, string>;
}

const columns = 's.key, s.workspace_id is not null as narrow, s.value, s.sealed';

const ofOrganization = statement(
  'settings:organization',
  `select ${columns} from marque.settings s
   where s.organization_id = $1 and s.workspace_id is null and s.key = any($2::text[])`,
);

// The organization is derived from the workspace, so that no other can be requested.
const ofWorkspace = statement(
  'settings:workspace',
  `select ${columns} from payload.workspaces w join marque.settings s
     on s.organization_id = w.organization_id and (s.workspace_id is null or s.workspace_id = w.id)
   where w.id = $1 and s.key = any($2::text[])`,
);

const ofWorkspaces = statement(
  'settings:workspaces',
  `select w.id as workspace, ${columns} from payload.workspaces w join marque.settings s
     on s.organization_id = w.organization_id and (s.workspace_id is null or s.workspace_id = w.id)
   where w.id = any($1::uuid[]) and s.key = $2`,
);

/** Stored values of these keys in a place and above it. */
export async function storedSettings(
  db: Db,
  place: Place,
  keys: readonly string[],
): Promise<StoredSetting[]> {
  if (place.workspaceId !== null) return db.query<StoredSetting>(ofWorkspace, [place.workspaceId, keys]);
  if (place.organizationId !== null)
    return db.query<StoredSetting>(ofOrganization, [place.organizationId, keys]);
  return [];
}

export const sealKey = (service: Service): Buffer => deriveKey(service.secret, 'settings');

/** Services that have already logged it: once is enough. */
const warned = new WeakSet<Service>();

/** The values of one place. A value encrypted with a different SECRET counts as not set. */
export function saidBy(service: Service, stored: StoredSetting): Values {
  const names = Object.keys(stored.sealed);
  if (names.length === 0) return stored.value;
  const key = sealKey(service);
  const secrets: Values = {};
  for (const name of names) {
    const text = unseal(key, stored.sealed[name] ?? '');
    if (text !== null) secrets[name] = text;
    else if (!warned.has(service)) {
      warned.add(service);
      service.log.warn(
        { setting: stored.key, property: name },
        'SECRET is not the one that settings were sealed with: their passwords count as not set. Enter them again, or bring the old SECRET back.',
      );
    }
  }
  return { ...stored.value, ...secrets };
}

/** All sources of a setting in this place. */
export function layersOf(
  service: Service,
  definition: SettingDefinition,
  stored: readonly StoredSetting[],
): Layers {
  const layers: Layers = {
    environment: environmentLayer(definition, service.env.settings),
    default: definition.defaults,
  };
  for (const one of stored.filter(({ key }) => key === definition.key))
    layers[one.narrow ? 'workspace' : 'organization'] = saidBy(service, one);
  return layers;
}

/** The effective setting of a place, including secrets, with the source of each property. */
export async function resolvedSetting<S extends SettingDefinition>(
  service: Service,
  db: Db,
  definition: S,
  place: Place,
): Promise<Omit<Resolved, 'value'> & { value: SettingValue<S> }> {
  const stored = await storedSettings(db, place, [definition.key]);
  const resolved = resolve(definition, layersOf(service, definition, stored));
  // Stored values were validated with these schemas when they were set.
  return { ...resolved, value: resolved.value as SettingValue<S> };
}

/** The value of a setting in a place. */
export async function settingIn<S extends SettingDefinition>(
  service: Service,
  db: Db,
  definition: S,
  place: Place,
): Promise<SettingValue<S>> {
  return (await resolvedSetting(service, db, definition, place)).value;
}

/** The values of a setting in many workspaces, by ID, with one query. */
export async function settingInEach<S extends SettingDefinition>(
  service: Service,
  db: Db,
  definition: S,
  workspaceIds: readonly string[],
): Promise<Map<string, SettingValue<S>>> {
  const stored = new Map<string, StoredSetting[]>();
  for (const { workspace, ...one } of await db.query<StoredSetting & { workspace: string }>(ofWorkspaces, [
    workspaceIds,
    definition.key,
  ]))
    stored.set(workspace, [...(stored.get(workspace) ?? []), one]);
  const valueIn = (id: string): SettingValue<S> =>
    resolve(definition, layersOf(service, definition, stored.get(id) ?? [])).value as SettingValue<S>;
  return new Map(workspaceIds.map((id) => [id, valueIn(id)]));
}
