// What happens when a site is written or removed, whoever does it: its slug is checked, and it is told.
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
} from 'payload';
import { actorIn, demand } from '../access/actor.ts';
import { forDoor } from '../access/panel-errors.ts';
import { freeSlug, slugOf } from '../access/slugs.ts';
import { workspaceIdOf } from '../access/workspace-field.ts';
import { statement } from '../db/pool.ts';
import { transactionOf } from '../db/transaction.ts';
import { record } from '../events/record.ts';
import { invalid, Refusal } from '../refusal.ts';
import { isSiteSlug } from './rules.ts';
import type { SiteDoor } from './schemas.ts';

interface Stored {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
  kind: string;
  access: SiteDoor;
}

// Held until the transaction ends, so that two that are made at the same moment don't take the same slug.
const lockSlugs = statement(
  'sites:lock-slugs',
  `select pg_advisory_xact_lock(hashtextextended('slugs sites', 0))`,
);
const slugsLike = statement(
  'sites:slugs',
  `select slug from sites where id is distinct from $2::uuid and (slug = $1 or starts_with(slug, $1 || '-'))`,
);

/** @throws Refusal invalid for a slug that is no label of a host name, conflict for one that another site has. */
export async function settleSite({
  data,
  originalDoc,
  operation,
  req,
}: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> {
  const before = operation === 'update' ? (originalDoc as Stored) : null;
  const settled = { ...(data as Partial<Stored>) };
  const asked = settled.slug || (before?.slug ?? '');
  if (before && asked === before.slug) return { ...settled, slug: asked };
  const wanted = asked || slugOf(settled.name ?? '', 'site');
  if (!isSiteSlug(wanted))
    throw invalid([
      { path: 'slug', message: 'Up to 63 lower-case letters and digits, joined by single dashes.' },
    ]);
  const db = await transactionOf(req);
  await db.query(lockSlugs);
  const taken = (await db.query<{ slug: string }>(slugsLike, [wanted, before?.id ?? null])).map(
    ({ slug }) => slug,
  );
  if (asked && taken.includes(wanted))
    throw new Refusal('conflict', `The address ${wanted} is taken on this server. Choose another slug.`);
  return { ...settled, slug: freeSlug(wanted, taken) };
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
