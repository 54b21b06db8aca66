// The only way to change a brand: from its current state to another one. Rows follow the state, a version
// stores it, and an event records it, all in the call's transaction.
import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { ApiError } from '../core/errors.ts';
import { versionsLeft } from './expected.ts';
import { lockedBrand, type LoadedBrand } from './queries.ts';
import {
  canonical,
  changesBetween,
  inOrder,
  positionsOf,
  ruleName,
  type BrandState,
  type Changes,
  type PageState,
  type RuleState,
} from './publishing/state.ts';
import { keepVersion } from './publishing/versions.ts';

interface WriteContext {
  marqueBrandWrite?: boolean;
}

/** True while `changeBrand` writes rows: the hooks of rules, pages and brands then leave the state to it. */
export function isBrandWrite(req: PayloadRequest): boolean {
  return (req.context as WriteContext).marqueBrandWrite === true;
}

export interface Edited {
  state: BrandState;
  /** A short summary for the history: "Set color.primary". */
  summary: string;
  /** Renamed rules: the new `ruleName` to the old one. */
  renamedRules?: ReadonlyMap<string, string>;
}

export interface ChangeOptions {
  /** Event type: `brand.rules_changed`. */
  event: string;
  /** More detail for the event. */
  detail?: Record<string, unknown>;
  /**
   * True if the whole state is replaced (restore, copy, import): rows are then written in bulk, bypassing
   * their hooks.
   */
  whole?: boolean;
  /** True: always starts a new version. */
  apart?: boolean;
}

export interface ChangedBrand {
  brand: LoadedBrand;
  before: BrandState;
  after: BrandState;
  changes: Changes;
  /** The version that holds the state. */
  version: number;
  /** False if the state didn't change: nothing was written. */
  changed: boolean;
}

/**
 * Changes a brand. `edit` gets the brand, locked, and returns its new state.
 *
 * @throws ApiError not_found, and whatever `edit` throws.
 */
export async function changeBrand(
  req: PayloadRequest,
  db: Db,
  brandId: string,
  options: ChangeOptions,
  edit: (brand: LoadedBrand) => Edited | Promise<Edited>,
): Promise<ChangedBrand> {
  const brand = await lockedBrand(db, brandId);
  if (!brand) throw new ApiError('not_found', 'Brand not found.');
  const before = brand.state;
  const edited = await edit(brand);
  const after = inOrder(edited.state);
  const changes = changesBetween(before, after);
  const changed = canonical(before) !== canonical(after);
  if (changed)
    await writeState(
      req,
      db,
      brand,
      after,
      edited.renamedRules ?? new Map<string, string>(),
      options.whole ?? false,
    );
  const actor = await actorIn(req);
  const version = await keepVersion(db, brandId, actor, after, edited.summary, options.apart);
  if (changed) {
    await record(req, {
      type: options.event,
      workspaceId: brand.workspaceId,
      subject: { kind: 'brand', id: brandId },
      detail: {
        name: after.name,
        version,
        versions: versionsLeft(before, after),
        ...eventChanges(changes),
        ...options.detail,
      },
    });
  }
  return { brand, before, after, changes, version, changed };
}

/** The changes in an event: only non-empty parts, and no more names than a feed can show. */
function eventChanges(changes: Changes): Record<string, unknown> {
  const most = 50;
  const nonEmpty = (lists: Record<string, unknown[]>): Record<string, unknown> | undefined => {
    const some = Object.entries(lists).filter(([, list]) => list.length > 0);
    return some.length === 0
      ? undefined
      : Object.fromEntries(some.map(([name, list]) => [name, list.slice(0, most)]));
  };
  const rules = nonEmpty(changes.rules);
  const pages = nonEmpty(changes.pages);
  return { ...(rules ? { rules } : {}), ...(pages ? { pages } : {}) };
}

// ---- rows

/** Rows to create, change, move and delete to hold another state. */
interface Plan<T> {
  create: { id: string; position: number; says: T }[];
  update: { id: string; position: number; says: T }[];
  move: { id: string; position: number }[];
  remove: string[];
}

function planRules(
  brand: LoadedBrand,
  after: BrandState,
  renamed: ReadonlyMap<string, string>,
): Plan<RuleState> {
  const plan: Plan<RuleState> = { create: [], update: [], move: [], remove: [] };
  const existing = new Map(brand.state.rules.map((rule) => [ruleName(rule), rule]));
  const kept = new Set<string>();
  const places = new Map<string, number>();
  for (const rule of after.rules) {
    if (!places.has(rule.key)) places.set(rule.key, places.size);
    const position = places.get(rule.key) ?? 0;
    const name = ruleName(rule);
    const was = renamed.get(name) ?? name;
    const row = brand.rules.get(was);
    if (!row) {
      plan.create.push({ id: randomUUID(), position, says: rule });
      continue;
    }
    kept.add(row.id);
    if (canonical(existing.get(was)) !== canonical(rule))
      plan.update.push({ id: row.id, position, says: rule });
    else if (row.position !== position) plan.move.push({ id: row.id, position });
  }
  plan.remove = [...brand.rules.values()].flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  return plan;
}

interface StoredPage {
  page: PageState;
  parentId: string | null;
}

/**
 * A page with a new slug is the same page if one lists the other as an alias: its row is kept, with its
 * comments.
 */
function rowOf(
  brand: LoadedBrand,
  gone: readonly PageState[],
  { slug: now, aliases: before }: PageState,
): string | undefined {
  if (brand.pages.has(now)) return now;
  return gone.find(({ slug, aliases }) => before.includes(slug) || aliases.includes(now))?.slug;
}

function planPages(brand: LoadedBrand, after: BrandState): Plan<StoredPage> {
  const plan: Plan<StoredPage> = { create: [], update: [], move: [], remove: [] };
  const existing = new Map(brand.state.pages.map((page) => [page.slug, page]));
  const positions = positionsOf(after.pages);
  const stay = new Set(after.pages.map(({ slug }) => slug));
  const gone = brand.state.pages.filter(({ slug }) => !stay.has(slug));
  const ids = new Map<string, string>();
  const kept = new Set<string>();
  for (const page of after.pages) {
    const was = rowOf(brand, gone, page);
    const row = was === undefined ? undefined : brand.pages.get(was);
    const known = row && !kept.has(row.id) ? row : undefined;
    const id = known?.id ?? randomUUID();
    ids.set(page.slug, id);
    const position = positions.get(page.slug) ?? 0;
    const stored: StoredPage = {
      page,
      parentId: page.parent === null ? null : (ids.get(page.parent) ?? null),
    };
    if (!known || was === undefined) {
      plan.create.push({ id, position, says: stored });
      continue;
    }
    kept.add(id);
    // The row refers to its parent by id, so the parent's new slug changes nothing in it.
    const { parent: _before, ...before } = existing.get(was) ?? { parent: null };
    const { parent: _after, ...now } = page;
    if (known.parentId !== stored.parentId || canonical(before) !== canonical(now))
      plan.update.push({ id, position, says: stored });
    else if (known.position !== position) plan.move.push({ id, position });
  }
  plan.remove = [...brand.pages.values()].flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  return plan;
}

/**
 * However a rule or page is removed (restore, import, accepted proposal), it needs the permission to delete.
 */
async function demandDelete(req: PayloadRequest): Promise<void> {
  const { system, access } = await actorIn(req);
  if (!system) demand(access, 'write', 'delete', 'this brand');
}

async function writeState(
  req: PayloadRequest,
  db: Db,
  brand: LoadedBrand,
  after: BrandState,
  renamed: ReadonlyMap<string, string>,
  whole: boolean,
): Promise<void> {
  const context = req.context as WriteContext;
  context.marqueBrandWrite = true;
  try {
    const rules = planRules(brand, after, renamed);
    const pages = planPages(brand, after);
    if (rules.remove.length + pages.remove.length > 0) await demandDelete(req);
    if (whole) await writeInBulk(db, brand, rules, pages);
    else await writeOneByOne(req, brand, rules, pages);
    await db.query(moveRules, [JSON.stringify(rules.move)]);
    await db.query(movePages, [JSON.stringify(pages.move)]);
    const { name, theme } = after;
    if (name !== brand.state.name || canonical(theme) !== canonical(brand.state.theme))
      await req.payload.update({
        collection: 'brands',
        id: brand.id,
        req,
        depth: 0,
        data: { name, theme: { ...theme } },
      });
  } finally {
    delete context.marqueBrandWrite;
  }
}

// Moving isn't changing: `updated_at` stays.
const moveRules = statement(
  'brands:move-rules',
  `update brand_rules r set position = x.position from jsonb_to_recordset($1::jsonb) as x(id uuid, position int) where r.id = x.id`,
);
const movePages = statement(
  'brands:move-pages',
  `update brand_pages p set position = x.position from jsonb_to_recordset($1::jsonb) as x(id uuid, position int) where p.id = x.id`,
);

async function writeOneByOne(
  req: PayloadRequest,
  brand: LoadedBrand,
  rules: Plan<RuleState>,
  pages: Plan<StoredPage>,
): Promise<void> {
  const { payload } = req;
  const place = { brand: brand.id, workspace: brand.workspaceId };
  for (const id of rules.remove) await payload.delete({ collection: 'brand-rules', id, req, depth: 0 });
  for (const { id, position, says } of rules.update)
    await payload.update({
      collection: 'brand-rules',
      id,
      req,
      depth: 0,
      data: { ...dataOfRule(says), position },
    });
  for (const { position, says } of rules.create)
    await payload.create({
      collection: 'brand-rules',
      req,
      depth: 0,
      data: { ...place, ...dataOfRule(says), position },
    });
  for (const id of pages.remove) await payload.delete({ collection: 'brand-pages', id, req, depth: 0 });
  // Payload gives new rows other ids, so their children are updated.
  const given = new Map<string, string>();
  const dataOf = ({ page, parentId }: StoredPage) =>
    dataOfPage({ page, parentId: parentId === null ? null : (given.get(parentId) ?? parentId) });
  for (const { id, position, says } of pages.create) {
    const data = { ...place, ...dataOf(says), position };
    given.set(id, (await payload.create({ collection: 'brand-pages', req, depth: 0, data })).id);
  }
  for (const { id, position, says } of pages.update)
    await payload.update({
      collection: 'brand-pages',
      id,
      req,
      depth: 0,
      data: { ...dataOf(says), position },
    });
}

function dataOfRule({ key, label, context, type, value, spec, usage, assets }: RuleState) {
  return { key, label, context, type, value: { is: value }, spec, usage, assets };
}

function dataOfPage({ page, parentId }: StoredPage) {
  const { parent: _, sections, ...rest } = page;
  return { ...rest, parent: parentId, sections: sections as unknown as Record<string, unknown>[] };
}

const removeRules = statement('brands:remove-rules', 'delete from brand_rules where id = any($1::uuid[])');
const removePages = statement('brands:remove-pages', 'delete from brand_pages where id = any($1::uuid[])');
const putRules = statement(
  'brands:put-rules',
  `insert into brand_rules (id, brand_id, workspace_id, key, label, context, type, value, spec, usage, assets, position, created_at, updated_at)
   select x.id, $1, $2, x.key, x.label, x.context, x.type::enum_brand_rules_type, x.value, x.spec, x.usage, x.assets, x.position, now(), now()
   from jsonb_to_recordset($3::jsonb) as x(id uuid, key text, label text, context text, type text, value jsonb, spec jsonb, usage text, assets jsonb, position int)
   on conflict (id) do update set key = excluded.key, label = excluded.label, context = excluded.context, type = excluded.type, value = excluded.value,
     spec = excluded.spec, usage = excluded.usage, assets = excluded.assets, position = excluded.position, updated_at = now()`,
);
const putPages = statement(
  'brands:put-pages',
  `insert into brand_pages (id, brand_id, workspace_id, slug, title, parent_id, hidden, eyebrow, lede, cover, icon, audience, tabs, layout, aliases, sections,
     position, created_at, updated_at)
   select x.id, $1, $2, x.slug, x.title, x.parent, x.hidden, x.eyebrow, x.lede, x.cover, x.icon, x.audience::enum_brand_pages_audience, x.tabs,
     x.layout::enum_brand_pages_layout, x.aliases, x.sections, x.position, now(), now()
   from jsonb_to_recordset($3::jsonb) as x(id uuid, slug text, title text, parent uuid, hidden boolean, eyebrow text, lede text, cover text, icon text,
     audience text, tabs boolean, layout text, aliases jsonb, sections jsonb, position int)
   on conflict (id) do update set slug = excluded.slug, title = excluded.title, parent_id = excluded.parent_id, hidden = excluded.hidden,
     eyebrow = excluded.eyebrow, lede = excluded.lede, cover = excluded.cover, icon = excluded.icon, audience = excluded.audience, tabs = excluded.tabs,
     layout = excluded.layout, aliases = excluded.aliases, sections = excluded.sections, position = excluded.position, updated_at = now()`,
);

async function writeInBulk(
  db: Db,
  brand: LoadedBrand,
  rules: Plan<RuleState>,
  pages: Plan<StoredPage>,
): Promise<void> {
  const rows = <T>(plan: Plan<T>, data: (says: T) => object): string =>
    JSON.stringify(
      [...plan.create, ...plan.update].map(({ id, position, says }) => ({ id, ...data(says), position })),
    );
  if (rules.remove.length > 0) await db.query(removeRules, [rules.remove]);
  if (pages.remove.length > 0) await db.query(removePages, [pages.remove]);
  await db.query(putRules, [brand.id, brand.workspaceId, rows(rules, dataOfRule)]);
  await db.query(putPages, [brand.id, brand.workspaceId, rows(pages, dataOfPage)]);
}
