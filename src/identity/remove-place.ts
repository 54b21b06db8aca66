// Deletes a workspace or an organization with everything in it: in SQL, children first, in the call's one transaction.
// Each module removes its own tables (`onWorkspaceDelete` of its record).
import type { PayloadRequest } from 'payload';
import { lockOrganizationRow, lockWorkspaceRow } from './organizations.ts';
import { removeAccessOfOrganization } from '../core/access/remove.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { removeEventsOfOrganization } from '../core/events/remove.ts';
import { failureOf, isRetryable } from '../core/db/failures.ts';
import { ApiError, isApiError } from '../core/errors.ts';
import { removeJobsOfWorkspaces } from '../core/jobs/remove.ts';
import type { Module } from '../core/module.ts';
import { serviceOf, type Service } from '../core/service.ts';

/** See the triggers in db/marque/0009-tenancy.ts. Lasts until the transaction ends. */
const sayRemoving = statement('remove:say', `select set_config('marque.removing', 'on', true)`);
const workspacesOf = statement(
  'remove:workspaces-of',
  'select id from payload.workspaces where organization_id = $1 order by id for update',
);
const dropWorkspaces = statement(
  'remove:workspaces',
  'delete from payload.workspaces where id = any($1::uuid[])',
);
const dropOrganization = statement('remove:organization', 'delete from payload.organizations where id = $1');
// Otherwise, two concurrent deletions of the last two organizations would each still see the other one.
const lockOrganizations = statement(
  'remove:lock-organizations',
  `select pg_advisory_xact_lock(hashtextextended('delete organizations', 0))`,
);
const countOrganizations = statement(
  'remove:count-organizations',
  'select count(*) as organizations from payload.organizations',
);

/**
 * Removes what one module keeps. If that fails, nothing is deleted at all: half a workspace would be worse than one that waits.
 * @throws ApiError unavailable, naming the module; what the module throws as an ApiError, and failures of the database, as they are.
 */
async function removeOfModule(
  service: Service,
  module: Module,
  db: Db,
  workspaceIds: readonly string[],
): Promise<Readonly<Record<string, number>> | void> {
  const { name } = module;
  const what = { module: name, during: 'clean-up', name: 'onWorkspaceDelete' } as const;
  try {
    const removed = await module.onWorkspaceDelete?.(db, workspaceIds);
    service.failures.recovered(what);
    return removed;
  } catch (error) {
    if (isApiError(error) || failureOf(error) || isRetryable(error)) throw error;
    service.failures.note(what);
    throw new ApiError(
      'unavailable',
      `The module "${name}" couldn't remove its data, so nothing was deleted. A server admin can find the error in the log. Fix or remove the module, then try again.`,
      { module: name },
      { cause: error },
    );
  }
}

/** @returns what the modules counted: `{ assets: 12 }`. */
async function removeContents(
  { payload }: PayloadRequest,
  db: Db,
  workspaceIds: readonly string[],
): Promise<Record<string, number>> {
  await db.takeTime?.();
  await db.query(sayRemoving);
  const removed: Record<string, number> = {};
  const service = serviceOf(payload);
  for (const module of service.modules.toReversed())
    Object.assign(removed, await removeOfModule(service, module, db, workspaceIds));
  await removeJobsOfWorkspaces(db, workspaceIds);
  await db.query(dropWorkspaces, [workspaceIds]);
  return removed;
}

/**
 * Deletes a workspace, leaving one event on its organization.
 *
 * @throws ApiError not_found if it was just deleted, conflict for the organization's last one.
 */
export async function removeWorkspace(
  req: PayloadRequest,
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> {
  await lockOrganizationRow(db, organizationId);
  const workspaces = await db.query<{ id: string }>(workspacesOf, [organizationId]);
  const workspace = await lockWorkspaceRow(db, id);
  if (!workspace) throw new ApiError('not_found', 'This workspace was just deleted.');
  if (workspaces.length < 2) {
    throw new ApiError(
      'conflict',
      "This is the organization's last workspace. Create another one first, or delete the organization.",
    );
  }
  const removed = await removeContents(req, db, [id]);
  await record(req, {
    type: 'workspace.deleted',
    organizationId,
    subject: { kind: 'workspace', id },
    detail: { name: workspace.name, slug: workspace.slug, ...removed },
  });
}

/**
 * Deletes an organization with its workspaces, leaving one event without an organization. The API doesn't
 * show it; it tells the server's operator who did it.
 *
 * @throws ApiError not_found if it was just deleted, conflict for the only one.
 */
export async function removeOrganization(req: PayloadRequest, db: Db, id: string): Promise<void> {
  await db.query(lockOrganizations);
  const organization = await lockOrganizationRow(db, id);
  if (!organization) throw new ApiError('not_found', 'This organization was just deleted.');
  const [counted] = await db.query<{ organizations: number }>(countOrganizations);
  if ((counted?.organizations ?? 0) < 2) {
    throw new ApiError(
      'conflict',
      "You can't delete the server's only organization. Create another one first.",
    );
  }
  const workspaces = (await db.query<{ id: string }>(workspacesOf, [id])).map((row) => row.id);
  const removed = await removeContents(req, db, workspaces);
  await removeAccessOfOrganization(db, id);
  await removeEventsOfOrganization(db, id);
  await db.query(dropOrganization, [id]);
  await record(req, {
    type: 'organization.deleted',
    subject: { kind: 'organization', id },
    detail: { name: organization.name, workspaces: workspaces.length, ...removed },
  });
}
