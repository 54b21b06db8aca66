// Records an event whenever a site is written or deleted, whoever does it.
import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
} from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { asPanelError } from '../core/access/panel-errors.ts';
import { demandShare } from '../core/access/widening.ts';
import { workspaceIdOf } from '../core/access/workspace-field.ts';
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
export async function guardSiteAccess({
  data,
  originalDoc,
  operation,
  req,
}: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> {
  const given = data as Partial<Stored>;
  const before = operation === 'update' ? (originalDoc as Stored) : null;
  const after = given.access ?? before?.access ?? 'public';
  if (width[after] > width[before?.access ?? 'members'])
    await demandShare(
      req,
      before ? { site: before.id } : { workspace: workspaceIdOf(given.workspace) ?? '' },
      before ? 'this site' : 'this workspace',
    );
  return given;
}

const watched = ['name', 'slug', 'kind'] as const;

export const afterSiteChange: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  const after = doc as Stored;
  const before = (operation === 'update' ? previousDoc : null) as Stored | null;
  const event = { workspaceId: workspaceIdOf(after.workspace), subject: { kind: 'site', id: after.id } };
  const { name, slug, access } = after;
  if (!before) {
    await record(req, { type: 'site.created', ...event, detail: { name, slug, access } });
    return after;
  }
  const changes = watched.filter((key) => before[key] !== after[key]);
  if (changes.length > 0) {
    const pairs = changes.map((key) => [key, { before: before[key], after: after[key] }]);
    await record(req, {
      type: 'site.changed',
      ...event,
      detail: { name, changes: Object.fromEntries(pairs) as Record<string, unknown> },
    });
  }
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

export const guardSiteDelete: CollectionBeforeDeleteHook = async ({ req, id }) => {
  try {
    const actor = await actorIn(req, { site: String(id) });
    if (!actor.system) demand(actor.access, 'write', 'delete', 'this site');
  } catch (error) {
    throw asPanelError(req, error, 'sites');
  }
};
