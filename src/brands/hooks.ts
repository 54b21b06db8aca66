// Hooks for brands, rules and pages written through Payload's own API and forms: the same checks, versions
// and events as the operations, which write through `changeBrand` and skip these hooks.
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeValidateHook,
  FieldHook,
  PayloadRequest,
} from 'payload';
import { z } from 'zod';
import { actorIn, demand } from '../core/access/actor.ts';
import { isSlug } from '../core/access/ids.ts';
import { asPanelError } from '../core/access/panel-errors.ts';
import { demandShare, isWidened } from '../core/access/widening.ts';
import { currentWorkspace, workspaceIdOf } from '../core/access/workspace-field.ts';
import { statement } from '../core/db/pool.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { keepMaker } from '../core/events/keep-maker.ts';
import { record } from '../core/events/record.ts';
import { invalid, ApiError, type Issue } from '../core/errors.ts';
import { readableAssets } from './assets-of.ts';
import { isBrandWrite } from './change-brand.ts';
import { versionsLeft } from './expected.ts';
import { loadBrand, lockedBrand, type LoadedBrand } from './queries.ts';
import { brokenReferences, issuesUnder, missingAssets, otherType, normalizeDraft } from './rules/rules.ts';
import { missingFrom } from './pages/page-references.ts';
import { savePage } from './pages/pages.ts';
import { PageInput, reservedSlugs, RuleAssetInput, type RuleType } from './schemas.ts';
import {
  changesBetween,
  inOrder,
  plainTheme,
  ruleName,
  type BrandState,
  type RuleState,
  type Theme,
} from './publishing/state.ts';
import { keepVersion } from './publishing/versions.ts';

interface Wrapped {
  is: unknown;
}
const isWrapped = (value: unknown): value is Wrapped =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'is' in value;

/**
 * A rule's value is stored as `{is: value}`: read back from a json column, the bare text "123" would become
 * the number 123. Never visible to readers and writers.
 */
export const wrapped = {
  beforeChange: [
    ({ value }) => (value === undefined || isWrapped(value) ? (value as unknown) : { is: value as unknown }),
  ],
  afterRead: [({ value }) => (isWrapped(value) ? value.is : (value as unknown))],
} satisfies Record<string, FieldHook[]>;

/** The brand before a change through Payload, passed from the before hooks to the after hooks. */
interface PartContext {
  marqueBrandBefore?: LoadedBrand;
}

const defaultBrand = statement(
  'brands:default',
  'select id from brands where workspace_id = $1 and is_default order by created_at limit 1',
);
const workspaceOfBrand = statement('brands:workspace', 'select workspace_id from brands where id = $1');

/**
 * Puts a new rule or page into its brand, by default the workspace's default brand, and checks the scope
 * there.
 */
export const inBrand: CollectionBeforeValidateHook = async ({
  data,
  operation,
  req,
  collection,
  originalDoc,
}) => {
  if (isBrandWrite(req)) return data;
  try {
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
  } catch (error) {
    throw asPanelError(req, error, collection.slug);
  }
};

/** Locks the brand until the transaction ends, and keeps its previous state for the event. */
async function heldBrand(req: PayloadRequest, brandId: string): Promise<LoadedBrand> {
  const brand = await lockedBrand(await transactionOf(req), brandId);
  if (!brand) throw new ApiError('not_found', 'Brand not found.');
  (req.context as PartContext).marqueBrandBefore = brand;
  return brand;
}

interface StoredRule {
  id: string;
  brand: unknown;
  key: string;
  label?: string | null;
  context?: string | null;
  type: RuleType;
  value: unknown;
  spec?: Record<string, unknown> | null;
  usage?: string | null;
  assets?: unknown;
}

/** @throws ApiError invalid listing every problem. */
export async function normalizeRule({
  data,
  originalDoc,
  operation,
  req,
}: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> {
  const given = data as Partial<StoredRule> & Record<string, unknown>;
  if (isBrandWrite(req)) return given;
  const original = operation === 'update' ? (originalDoc as StoredRule) : null;
  const brand = await heldBrand(req, workspaceIdOf(original?.brand ?? given.brand) ?? '');
  const merged = { ...original, ...given };
  const context = merged.context?.trim() || null;
  const name = ruleName({ key: merged.key ?? '', context });
  const row = brand.rules.get(name);
  const issues: Issue[] = [];
  if (row && row.id !== original?.id)
    issues.push({ path: 'key', message: 'A rule with this key and context already exists.' });
  const assets = z
    .array(RuleAssetInput)
    .max(50)
    .safeParse(merged.assets ?? []);
  if (!assets.success) issues.push(...issuesUnder('assets', assets.error));
  const before =
    brand.state.rules.find((rule) => original && brand.rules.get(ruleName(rule))?.id === original.id) ?? null;
  const normalized = normalizeDraft(
    {
      key: merged.key ?? '',
      context,
      label: merged.label ?? undefined,
      type: merged.type,
      value: isWrapped(merged.value) ? merged.value.is : merged.value,
      spec: merged.spec,
      usage: merged.usage,
      ...(assets.success ? { assets: assets.data } : {}),
    },
    before,
  );
  issues.push(...normalized.issues);
  if (normalized.rule) {
    const { rule } = normalized;
    const after = { rules: [...brand.state.rules.filter((one) => one !== before), rule] };
    issues.push(...brokenReferences(rule, after), ...otherType(rule, after));
    issues.push(...(await newlyMissing(req, brand, rule, before)));
  }
  if (issues.length > 0 || !normalized.rule) throw invalid(issues);
  const { rule } = normalized;
  const last = Math.max(-1, ...[...brand.rules.values()].map(({ position }) => position));
  const sibling = brand.state.rules.find(({ key }) => key === rule.key);
  const position = sibling ? (brand.rules.get(ruleName(sibling))?.position ?? last) : last + 1;
  return { ...given, ...rule, value: { is: rule.value }, ...(original ? {} : { position }) };
}

/** The writer must be able to read assets that the rule didn't refer to before. */
async function newlyMissing(
  req: PayloadRequest,
  brand: LoadedBrand,
  rule: RuleState,
  before: RuleState | null,
): Promise<Issue[]> {
  const actor = await actorIn(req);
  if (actor.system) return [];
  const known = new Set(before?.assets.map(({ id }) => id));
  const there = await readableAssets(
    await transactionOf(req),
    actor.caller,
    brand.workspaceId,
    rule.assets.flatMap(({ id }) => (known.has(id) ? [] : [id])),
  );
  return missingAssets(rule, new Set([...known, ...there]));
}

interface StoredPage {
  id: string;
  brand: unknown;
  slug: string;
  parent?: unknown;
  sections?: unknown;
  aliases?: unknown;
  [field: string]: unknown;
}

/** @throws ApiError invalid listing every problem, conflict for a taken slug. */
export async function normalizePage({
  data,
  originalDoc,
  operation,
  req,
}: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> {
  const given = data as Partial<StoredPage>;
  if (isBrandWrite(req)) return given;
  const original = operation === 'update' ? (originalDoc as StoredPage) : null;
  const brand = await heldBrand(req, workspaceIdOf(original?.brand ?? given.brand) ?? '');
  const merged = { ...original, ...given };
  const slugById = new Map([...brand.pages].map(([slug, { id }]) => [id, slug]));
  const parentId = workspaceIdOf(merged.parent);
  const parent = parentId === null ? null : slugById.get(parentId);
  if (parent === undefined) throw invalid([{ path: 'parent', message: 'Page not found in this brand.' }]);
  const before = original
    ? brand.state.pages.find(({ slug }) => slug === slugById.get(original.id))
    : undefined;
  const known = Object.keys(PageInput.shape);
  const parsed = PageInput.safeParse({
    ...Object.fromEntries(
      Object.entries(merged).filter(
        ([name, value]) => known.includes(name) && value !== undefined && value !== null,
      ),
    ),
    parent,
    position: undefined,
    updatedAt: undefined,
    sections: merged.sections ?? [],
    aliases: merged.aliases ?? [],
  });
  if (!parsed.success)
    throw invalid(
      issuesUnder('', parsed.error).map(({ path, message }) => ({ path: path.replace(/^\./, ''), message })),
    );
  if (!original && brand.pages.has(parsed.data.slug ?? ''))
    throw new ApiError('conflict', `A page "${parsed.data.slug ?? ''}" already exists.`);
  const written = savePage(brand.state, before?.slug ?? parsed.data.slug ?? '', parsed.data);
  const actor = await actorIn(req);
  const missing = actor.system
    ? []
    : await missingFrom({ db: await transactionOf(req), caller: actor.caller }, brand, before, written.page);
  const issues = [...written.issues, ...missing];
  if (issues.length > 0) throw invalid(issues);
  const { parent: _, ...fields } = written.page;
  const siblings = brand.state.pages.filter((page) => page.parent === parent && page !== before);
  const moved = !before || before.parent !== parent;
  return { ...given, ...fields, parent: parentId, ...(moved ? { position: siblings.length } : {}) };
}

/** Saves a version and records the event of a written rule or page. */
async function followPart(req: PayloadRequest, slug: string, doc: unknown): Promise<void> {
  const { brand: link } = doc as { brand: unknown };
  const db = await transactionOf(req);
  const brand = await loadBrand(db, workspaceIdOf(link) ?? '');
  if (!brand) return;
  const before = (req.context as PartContext).marqueBrandBefore?.state ?? null;
  const noun = slug === 'brand-pages' ? 'pages' : 'rules';
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
  if (!isBrandWrite(req)) await followPart(req, collection.slug, doc);
  return doc as unknown;
};

const brandOfPart = {
  'brand-rules': statement('brands:of-rule', 'select brand_id from brand_rules where id = $1'),
  'brand-pages': statement('brands:of-page', 'select brand_id from brand_pages where id = $1'),
} as const;
const pagesUnder = statement('brands:under', 'select title from brand_pages where parent_id = $1 limit 1');

export const guardPartDelete: CollectionBeforeDeleteHook = async ({ req, id, collection }) => {
  if (isBrandWrite(req)) return;
  try {
    const db = await transactionOf(req);
    const slug = collection.slug as keyof typeof brandOfPart;
    const [row] = await db.query<{ brand_id: string }>(brandOfPart[slug], [id]);
    const { system, access } = await actorIn(req, { brand: row?.brand_id ?? '' });
    if (!system) demand(access, 'write', 'delete', 'this brand');
    await heldBrand(req, row?.brand_id ?? '');
    const [under] = slug === 'brand-pages' ? await db.query<{ title: string }>(pagesUnder, [id]) : [];
    if (under)
      throw new ApiError(
        'conflict',
        `This page has the subpage "${under.title}". Move or delete its subpages first.`,
      );
  } catch (error) {
    throw asPanelError(req, error, collection.slug);
  }
};

export const afterPartDelete: CollectionAfterDeleteHook = async ({ doc, req, collection }) => {
  if (!isBrandWrite(req)) await followPart(req, collection.slug, doc);
};

// ---- the brand itself

interface StoredBrand {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
  isDefault?: boolean | null;
  private?: boolean | null;
  theme?: Partial<Theme> | null;
}

const slugTaken = statement(
  'brands:slug-taken',
  'select id from brands where workspace_id = $1 and slug = $2 and id is distinct from $3',
);

/** @throws ApiError invalid for an invalid slug, conflict for a taken one. */
export async function normalizeBrand({
  data,
  originalDoc,
  operation,
  req,
}: Parameters<CollectionBeforeChangeHook>[0]): Promise<Record<string, unknown>> {
  const given = data as Partial<StoredBrand>;
  const original = operation === 'update' ? (originalDoc as StoredBrand) : null;
  if (original && isWidened(original, given)) await demandShare(req, { brand: original.id }, 'this brand');
  if (given.slug !== undefined && given.slug !== original?.slug) {
    if (!isSlug(given.slug))
      throw invalid([
        { path: 'slug', message: 'A slug must be lowercase letters and digits, joined by dashes.' },
      ]);
    if (reservedSlugs.includes(given.slug))
      throw invalid([
        { path: 'slug', message: `"${given.slug}" is reserved for the panel. Choose another slug.` },
      ]);
    const workspaceId = workspaceIdOf(original?.workspace ?? given.workspace);
    const rows = await (
      await transactionOf(req)
    ).query(slugTaken, [workspaceId, given.slug, original?.id ?? null]);
    if (rows.length > 0)
      throw new ApiError('conflict', `A brand "${given.slug}" already exists in this workspace.`);
  }
  return given;
}

const watched = ['name', 'slug', 'private', 'isDefault'] as const;

/** Saves a version, records the event, and gives the person who made a brand private a grant on it. */
export const afterBrandChange: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  const after = doc as StoredBrand;
  const before = (operation === 'update' ? previousDoc : null) as StoredBrand | null;
  const workspaceId = workspaceIdOf(after.workspace) ?? '';
  const db = await transactionOf(req);
  if (after.private && !before?.private)
    await keepMaker(req, {
      resource: 'brand',
      resourceId: after.id,
      label: after.name,
      workspaceId,
      scope: 'write',
      wasThere: before !== null,
    });
  if (isBrandWrite(req)) return after;
  const subject = { kind: 'brand', id: after.id };
  const actor = await actorIn(req);
  if (!before) {
    const state: BrandState = inOrder({
      name: after.name,
      theme: { ...plainTheme, ...after.theme },
      rules: [],
      pages: [],
    });
    await keepVersion(db, after.id, actor, state, 'Created the brand');
    await record(req, {
      type: 'brand.created',
      workspaceId,
      subject,
      detail: {
        name: after.name,
        slug: after.slug,
        private: after.private ?? false,
        versions: versionsLeft(null, state),
      },
    });
    return after;
  }
  const changes = watched.filter((key) => (before[key] ?? null) !== (after[key] ?? null));
  if (before.name !== after.name) {
    const brand = await lockedBrand(db, after.id);
    if (brand) await keepVersion(db, after.id, actor, brand.state, 'Renamed the brand');
  }
  if (changes.length > 0) {
    await record(req, {
      type: 'brand.changed',
      workspaceId,
      subject,
      detail: {
        name: after.name,
        changes: Object.fromEntries(
          changes.map((key) => [
            key === 'isDefault' ? 'default' : key,
            { before: before[key] ?? null, after: after[key] ?? null },
          ]),
        ),
      },
    });
  }
  return after;
};
