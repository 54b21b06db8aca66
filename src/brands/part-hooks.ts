// Hooks for rules and pages written one at a time, through Payload's own API and forms. They hold the same rules as the operations,
// which write a brand's state as a whole (change-brand.ts), and keep the same versions and events.
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeValidateHook,
  PayloadRequest,
} from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { panelErrors } from '../core/access/payload/panel-errors.ts';
import { currentWorkspace, workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { collectionOf } from '../core/collection-names.ts';
import { statement } from '../core/db/pool.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { record } from '../core/events/record.ts';
import { invalid, ApiError } from '../core/errors.ts';
import { versionsLeft } from './expected.ts';
import { findPage, under } from './pages/pages.ts';
import { demandLockedBrand, loadBrand, type LoadedBrand } from './queries.ts';
import { changesBetween } from './publishing/state.ts';
import { keepVersion } from './publishing/versions.ts';

/** The brand before a change through Payload, passed from the before hooks to the after hooks. */
interface PartContext {
  marqueBrandBefore?: LoadedBrand;
}

const defaultBrand = statement(
  'brands:default',
  'select id from payload.brands where workspace_id = $1 and is_default order by created_at limit 1',
);
const workspaceOfBrand = statement(
  'brands:workspace',
  'select workspace_id from payload.brands where id = $1',
);

/**
 * Puts a new rule or page into its brand, by default the workspace's default brand, and checks the scope
 * there.
 */
export const inBrand: CollectionBeforeValidateHook = panelErrors(
  async ({ data, operation, req, originalDoc }) => {
    const given = (data ?? {}) as Record<string, unknown>;
    const db = await transactionOf(req);
    const before = originalDoc as { brand?: unknown } | undefined;
    let brand = workspaceIdOf(operation === 'create' ? given.brand : before?.brand);
    if (operation === 'create' && brand === null) {
      const [row] = await db.query<{ id: string }>(defaultBrand, [await currentWorkspace(req)]);
      brand = row?.id ?? null;
    }
    const { trusted, access } = await actorIn(req, { brand: brand ?? '' });
    if (!trusted) demand(access, 'write', undefined, 'this brand');
    if (operation !== 'create') return data;
    const [row] = await db.query<{ workspace_id: string }>(workspaceOfBrand, [brand]);
    if (!row) throw invalid([{ path: 'brand', message: 'Brand not found.' }]);
    return { ...given, brand, workspace: row.workspace_id };
  },
);

/** Locks the brand until the transaction ends, and keeps its previous state for the event. */
export async function heldBrand(req: PayloadRequest, brandId: string): Promise<LoadedBrand> {
  const brand = await demandLockedBrand(await transactionOf(req), brandId);
  (req.context as PartContext).marqueBrandBefore = brand;
  return brand;
}

/** Saves a version and records the event of a written rule or page. */
async function followPart(req: PayloadRequest, slug: string, doc: unknown): Promise<void> {
  const { brand: link } = doc as { brand: unknown };
  const db = await transactionOf(req);
  const brand = await loadBrand(db, workspaceIdOf(link) ?? '');
  if (!brand) return;
  const before = (req.context as PartContext).marqueBrandBefore?.state ?? null;
  const noun = collectionOf(slug) === 'brand-pages' ? 'pages' : 'rules';
  const changes = changesBetween(before, brand.state);
  const version = await keepVersion(db, brand.id, await actorIn(req), brand.state, `Changed ${noun}`);
  await record(req, {
    type: `brand.${noun}_changed`,
    workspaceId: brand.workspaceId,
    subject: { kind: 'brand', id: brand.id },
    detail: {
      name: brand.state.name,
      version,
      versions: versionsLeft(before, brand.state),
      [noun]: changes[noun],
    },
  });
}

export const afterPartChange: CollectionAfterChangeHook = async ({ doc, req, collection }) => {
  await followPart(req, collection.slug, doc);
  return doc as unknown;
};

const brandOfPart = {
  'brand-rules': statement('brands:of-rule', 'select brand_id from payload.brand_rules where id = $1'),
  'brand-pages': statement('brands:of-page', 'select brand_id from payload.brand_pages where id = $1'),
} as const;

function demandNoSubpages(brand: LoadedBrand, id: number | string): void {
  const [slug = ''] = [...brand.pages].find(([, page]) => page.id === id) ?? [];
  const [subpage] = under(brand.state, slug);
  if (subpage === undefined) return;
  const title = findPage(brand.state, subpage)?.title ?? subpage;
  throw new ApiError('conflict', `This page has the subpage "${title}". Move or delete its subpages first.`);
}

export const guardPartDelete: CollectionBeforeDeleteHook = panelErrors(async ({ req, id, collection }) => {
  const db = await transactionOf(req);
  const part = collectionOf(collection.slug) as keyof typeof brandOfPart;
  const [row] = await db.query<{ brand_id: string }>(brandOfPart[part], [id]);
  const { system, access } = await actorIn(req, { brand: row?.brand_id ?? '' });
  if (!system) demand(access, 'write', 'delete', 'this brand');
  const brand = await heldBrand(req, row?.brand_id ?? '');
  if (part === 'brand-pages') demandNoSubpages(brand, id);
});

export const afterPartDelete: CollectionAfterDeleteHook = async ({ doc, req, collection }) => {
  await followPart(req, collection.slug, doc);
};
