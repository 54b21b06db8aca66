// Retention times, from the settings of each workspace and organization.
import { statement, type Db } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import { retention } from '../settings.ts';
import { settingIn, settingInEach } from '../../core/settings/read.ts';
import type { Place, SettingValue } from '../../core/settings/schemas.ts';

export type Retention = SettingValue<typeof retention>;

/** What a place keeps to; neither an organization nor a workspace: what belongs to nobody. */
export function retentionOf(service: Service, place: Place): Promise<Retention> {
  return settingIn(service, service.db, retention, place);
}

/** The same of workspaces, by their ids. */
export function retentionInEach(
  service: Service,
  workspaceIds: readonly string[],
): Promise<Map<string, Retention>> {
  return settingInEach(service, service.db, retention, workspaceIds);
}

const holders = statement(
  'retention:holders',
  'select distinct a.sha256, a.workspace_id as workspace from payload.assets a where a.sha256 = any($1::text[])',
);

/** The workspaces that use each blob, by hash; unused blobs are left out. */
export async function holdersOf(db: Db, hashes: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { sha256, workspace } of await db.query<{ sha256: string; workspace: string }>(holders, [
    hashes,
  ])) {
    found.set(sha256, [...(found.get(sha256) ?? []), workspace]);
  }
  return found;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The time this many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
