// What happens when a site is written or removed, whoever does it: its slug is checked, and it is told.
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
} from 'payload';
import { actorIn, demand } from '../access/actor.ts';
import { forDoor } from '../access/panel-errors.ts';
import { workspaceIdOf } from '../access/workspace-field.ts';
import { transactionOf } from '../db/transaction.ts';
import { record } from '../events/record.ts';
import type { Door } from '../sharing/schemas.ts';
import { settleSlug } from '../sharing/slugs.ts';

interface Stored {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
  kind: string;
  access: Door;
}

/** @throws Refusal invalid for a slug that is no label of a host name, conflict for one that another site has. */
export async function settleSite({
  data,
  originalDoc,
  operation,
  req,
}: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> {
  const before = operation === 'update' ? (originalDoc as Stored) : null;
  const settled = { ...(data as Partial<Stored>) };
  const name = settled.name ?? '';
  const slug = await settleSlug(await transactionOf(req), 'sites', {
    before,
    asked: settled.slug ?? '',
    name,
  });
  return { ...settled, slug };
}

const watched = ['name', 'slug', 'kind'] as const;

export const afterSiteChange: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  const after = doc as Stored;
  const before = (operation === 'update' ? previousDoc : null) as Stored | null;
  const told = { workspaceId: workspaceIdOf(after.workspace), subject: { kind: 'site', id: after.id } };
  const { name, slug, access } = after;
  if (!before) {
    await record(req, { type: 'site.created', ...told, detail: { name, slug, access } });
    return after;
  }
  const changes = watched.filter((key) => before[key] !== after[key]);
  if (changes.length > 0) {
    const pairs = changes.map((key) => [key, { before: before[key], after: after[key] }]);
    await record(req, {
      type: 'site.changed',
      ...told,
      detail: { name, changes: Object.fromEntries(pairs) as Record<string, unknown> },
    });
  }
  // Who may read it: told as audit.
  if (before.access !== after.access) {
    await record(req, {
      type: 'site.shared',
      ...told,
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
    throw forDoor(req, error, 'sites');
  }
};

export const afterSiteDelete: CollectionAfterDeleteHook = async ({ req, doc }) => {
  const { id, name, slug, workspace } = doc as Stored;
  await record(req, {
    type: 'site.deleted',
    workspaceId: workspaceIdOf(workspace),
    subject: { kind: 'site', id },
    detail: { name, slug },
  });
};
