// Records an event whenever a site is written or deleted, whoever does it.
import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook } from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { panelErrors } from '../core/access/payload/panel-errors.ts';
import { demandShare } from '../core/access/grants/widening.ts';
import { workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { beforeAndAfter, changesOf, givenAndStored, type Writing } from '../core/events/changes.ts';
import { record } from '../core/events/record.ts';
import type { AccessMode } from '../sharing/schemas.ts';

interface Stored {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
  kind: string;
  access: AccessMode;
}

/** From the narrowest to the widest. */
const width = { members: 0, password: 1, public: 2 } as const satisfies Record<AccessMode, number>;

/**
 * Making a site more open, or creating one that is open to more than members, needs the share ability.
 * @throws ApiError forbidden
 */
export async function guardSiteAccess(writing: Writing): Promise<Record<string, unknown>> {
  const { given, before } = givenAndStored<Stored>(writing);
  const after = given.access ?? before?.access ?? 'public';
  if (width[after] > width[before?.access ?? 'members'])
    await demandShare(
      writing.req,
      before ? { site: before.id } : { workspace: workspaceIdOf(given.workspace) ?? '' },
      before ? 'this site' : 'this workspace',
    );
  return given;
}

export const afterSiteChange: CollectionAfterChangeHook = async ({ req, ...written }) => {
  const { before, after } = beforeAndAfter<Stored>(written);
  const event = { workspaceId: workspaceIdOf(after.workspace), subject: { kind: 'site', id: after.id } };
  const { name, slug, access } = after;
  if (!before) {
    await record(req, { type: 'site.created', ...event, detail: { name, slug, access } });
    return after;
  }
  const changes = changesOf(before, after, ['name', 'slug', 'kind']);
  if (changes) await record(req, { type: 'site.changed', ...event, detail: { name, changes } });
  // Changes of access are recorded for the audit.
  if (before.access !== after.access) {
    await record(req, {
      type: 'site.shared',
      ...event,
      detail: { name, before: { access: before.access }, after: { access: after.access } },
    });
  }
  return after;
};

export const guardSiteDelete: CollectionBeforeDeleteHook = panelErrors(async ({ req, id }) => {
  const actor = await actorIn(req, { site: String(id) });
  if (!actor.system) demand(actor.access, 'write', 'delete', 'this site');
});
