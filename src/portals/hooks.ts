// Records an event whenever a portal is written or deleted, whoever does it.
import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook } from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { panelErrors } from '../core/access/payload/panel-errors.ts';
import { workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { beforeAndAfter, changesOf } from '../core/events/changes.ts';
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
const recordedAsChanged = ['intro', 'terms'] as const;

export const afterPortalChange: CollectionAfterChangeHook = async ({ req, ...written }) => {
  const { before, after } = beforeAndAfter<Stored>(written);
  const event = { workspaceId: workspaceIdOf(after.workspace), subject: { kind: 'portal', id: after.id } };
  const { name, slug, access, expiresAt } = after;
  if (!before) {
    await record(req, { type: 'portal.created', ...event, detail: { name, slug, access } });
    return after;
  }
  const changes = changesOf(before, after, watched);
  if (!changes) return after;
  const isClosed = changes.expiresAt && expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  for (const key of recordedAsChanged)
    if (changes[key]) changes[key] = { before: Boolean(before[key]), after: Boolean(after[key]) };
  await record(req, {
    type: isClosed ? 'portal.closed' : 'portal.changed',
    ...event,
    detail: { name, changes },
  });
  return after;
};

export const guardPortalDelete: CollectionBeforeDeleteHook = panelErrors(async ({ req, id }) => {
  const actor = await actorIn(req, { portal: String(id) });
  if (actor.system) return;
  // Deleting a portal also changes what is shared, so it needs both abilities.
  demand(actor.access, 'write', 'delete', 'this portal');
  demand(actor.access, 'write', 'share', 'this portal');
});
