// Records an event whenever a portal is written or deleted, whoever does it.
import { isDeepStrictEqual } from 'node:util';
import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook } from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { asPanelError } from '../core/access/panel-errors.ts';
import { workspaceIdOf } from '../core/access/workspace-field.ts';
import { record } from '../core/events/record.ts';
import type { AccessMode } from '../sharing/schemas.ts';

interface Stored {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
  intro: string | null;
  terms: string | null;
  access: AccessMode;
  expiresAt: string | null;
  theme: unknown;
  brands: unknown;
  collections: unknown;
  presets: unknown;
  indexed: boolean | null;
}

const watched = [
  'name',
  'slug',
  'intro',
  'terms',
  'access',
  'expiresAt',
  'theme',
  'brands',
  'collections',
  'presets',
  'indexed',
] as const;

/** Longer texts are only recorded as changed. */
const recordedAsChanged: ReadonlySet<string> = new Set(['intro', 'terms']);

export const afterPortalChange: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  const after = doc as Stored;
  const before = (operation === 'update' ? previousDoc : null) as Stored | null;
  const event = { workspaceId: workspaceIdOf(after.workspace), subject: { kind: 'portal', id: after.id } };
  const { name, slug, access, expiresAt } = after;
  if (!before) {
    await record(req, { type: 'portal.created', ...event, detail: { name, slug, access } });
    return after;
  }
  const changed = watched.filter((key) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null));
  if (changed.length === 0) return after;
  const isClosed = changed.includes('expiresAt') && expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const changes = Object.fromEntries(
    changed.map((key) => [
      key,
      recordedAsChanged.has(key)
        ? { before: Boolean(before[key]), after: Boolean(after[key]) }
        : { before: before[key] ?? null, after: after[key] ?? null },
    ]),
  );
  await record(req, {
    type: isClosed ? 'portal.closed' : 'portal.changed',
    ...event,
    detail: { name, changes },
  });
  return after;
};

export const guardPortalDelete: CollectionBeforeDeleteHook = async ({ req, id }) => {
  try {
    const actor = await actorIn(req, { portal: String(id) });
    if (actor.system) return;
    // Deleting a portal also changes what is shared, so it needs both abilities.
    demand(actor.access, 'write', 'delete', 'this portal');
    demand(actor.access, 'write', 'share', 'this portal');
  } catch (error) {
    throw asPanelError(req, error, 'portals');
  }
};
