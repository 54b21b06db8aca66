// Queries on sites and their deployments.
import { statement, type Db } from '../core/db/pool.ts';
import type { Env } from '../env.ts';
import type { Query } from '../core/operation.ts';
import { ApiError } from '../core/errors.ts';
import { originOfSite } from './rules.ts';
import type { Deployment, Site } from './schemas.ts';

const siteJson = `json_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'kind', s.kind, 'access', s.access, 'createdAt', s.created_at,
  'live', (select coalesce(json_agg(json_build_object('path', d.path, 'deployment', d.id) order by d.path), '[]')
    from marque.deployments d where d.site_id = s.id and d.state = 'live'),
  'latest', (select json_build_object('state', d.state, 'path', d.path, 'createdAt', d.created_at)
    from marque.deployments d where d.site_id = s.id order by d.number desc limit 1))`;

/** Target: a site. The site. */
export const siteQuery: Query<{ site: SiteRow }> = {
  name: 'site',
  text: `select ${siteJson} as site from payload.sites s where s.id = t.id`,
};

/** Target: a workspace. Its sites, by name. */
export const sitesQuery: Query<{ sites: SiteRow[] }> = {
  name: 'sites',
  text: `select coalesce(json_agg(${siteJson} order by lower(s.name), s.id), '[]') as sites from payload.sites s where s.workspace_id = t.id`,
};

const one = statement('sites:one', `select ${siteJson} as site from payload.sites s where s.id = $1`);

export type SiteRow = Omit<Site, 'url'>;

export function toSite(row: SiteRow, env: Env): Site {
  const { latest, createdAt } = row;
  return {
    ...row,
    latest: latest && { ...latest, createdAt: new Date(latest.createdAt).toISOString() },
    createdAt: new Date(createdAt).toISOString(),
    url: originOfSite(env, row.slug),
  };
}

/** A site that was authorized before or was just written. */
export async function siteNow(db: Db, id: string, env: Env): Promise<Site> {
  const [row] = await db.query<{ site: SiteRow }>(one, [id]);
  if (!row) throw new ApiError('not_found', 'This site was just deleted.');
  return toSite(row.site, env);
}

export interface DeploymentRow {
  id: string;
  path: string;
  kind: Deployment['kind'];
  state: Deployment['state'];
  files: number;
  bytes: number;
  commit: string | null;
  ref: string | null;
  error: string | null;
  manifest: Record<string, unknown> | null;
  created_by: string;
  created_at: Date;
}

export const deploymentColumns =
  'd.id, d.path, d.kind, d.state, d.files, d.bytes, d.commit, d.ref, d.error, d.manifest, d.created_by, d.created_at';

export function toDeployment(row: DeploymentRow): Deployment {
  return {
    id: row.id,
    path: row.path,
    kind: row.kind,
    state: row.state,
    files: row.files,
    bytes: row.bytes,
    commit: row.commit,
    ref: row.ref,
    error: row.error,
    manifest: row.manifest,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

const deployments = statement(
  'deployments:list',
  `select ${deploymentColumns} from marque.deployments d where d.site_id = $1 order by d.number desc`,
);
const oneDeployment = statement(
  'deployments:one',
  `select ${deploymentColumns} from marque.deployments d where d.id = $1`,
);

/** The deployments of a site, newest first. */
export async function deploymentsOf(db: Db, siteId: string): Promise<Deployment[]> {
  return (await db.query<DeploymentRow>(deployments, [siteId])).map(toDeployment);
}

/** @throws ApiError not_found */
export async function deploymentNow(db: Db, id: string): Promise<Deployment> {
  const [row] = await db.query<DeploymentRow>(oneDeployment, [id]);
  if (!row) throw new ApiError('not_found', 'Deployment not found.');
  return toDeployment(row);
}

const lockedSite = statement(
  'sites:hold',
  'select id, workspace_id, kind, access from payload.sites where id = $1 for update',
);

export interface LockedSite {
  id: string;
  workspace_id: string;
  kind: Site['kind'];
  access: Site['access'];
}

/**
 * Locks a site until the transaction ends, so that deployments go live one after the other.
 *
 * @throws ApiError not_found
 */
export async function lockSite(db: Db, id: string): Promise<LockedSite> {
  const [row] = await db.query<LockedSite>(lockedSite, [id]);
  if (!row) throw new ApiError('not_found', 'This site was just deleted.');
  return row;
}

const lockedDeployment = statement(
  'deployments:lock',
  'select path, state, sha256, staged_key from marque.deployments where id = $1 and site_id = $2 for update',
);

export interface LockedDeployment {
  path: string;
  state: Deployment['state'];
  sha256: string | null;
  staged_key: string | null;
}

/**
 * Locks a deployment of a site until the transaction ends. Lock the site first.
 *
 * @throws ApiError not_found
 */
export async function lockDeployment(db: Db, siteId: string, id: string): Promise<LockedDeployment> {
  const [row] = await db.query<LockedDeployment>(lockedDeployment, [id, siteId]);
  if (!row) throw new ApiError('not_found', 'Deployment not found on this site.');
  return row;
}
