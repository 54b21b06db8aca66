// The rows of a brand's rules and pages: which ones another state needs, and writing them. They are written as a set, past the
// collections' hooks: those check one row that somebody writes through Payload.
import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { actorIn, demand } from '../core/access/actor.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { LoadedBrand } from './queries.ts';
import {
  canonical,
  positionsOf,
  ruleName,
  type BrandState,
  type PageState,
  type RuleState,
} from './publishing/state.ts';

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

// Moving isn't changing: `updated_at` stays.
const moveRules = statement(
  'brands:move-rules',
  `update payload.brand_rules r set position = x.position from jsonb_to_recordset($1::jsonb) as x(id uuid, position int) where r.id = x.id`,
);
const movePages = statement(
  'brands:move-pages',
  `update payload.brand_pages p set position = x.position from jsonb_to_recordset($1::jsonb) as x(id uuid, position int) where p.id = x.id`,
);

function dataOfRule({ key, label, context, type, value, spec, usage, assets }: RuleState) {
  return { key, label, context, type, value: { is: value }, spec, usage, assets };
}

function dataOfPage({ page, parentId }: StoredPage) {
  return { ...page, parent: parentId };
}

const removeRules = statement(
  'brands:remove-rules',
  'delete from payload.brand_rules where id = any($1::uuid[])',
);
const removePages = statement(
  'brands:remove-pages',
  'delete from payload.brand_pages where id = any($1::uuid[])',
);
const putRules = statement(
  'brands:put-rules',
  `insert into payload.brand_rules (id, brand_id, workspace_id, key, label, context, type, value, spec, usage, assets, position, created_at, updated_at)
   select x.id, $1, $2, x.key, x.label, x.context, x.type::enum_brand_rules_type, x.value, x.spec, x.usage, x.assets, x.position, now(), now()
   from jsonb_to_recordset($3::jsonb) as x(id uuid, key text, label text, context text, type text, value jsonb, spec jsonb, usage text, assets jsonb, position int)
   on conflict (id) do update set key = excluded.key, label = excluded.label, context = excluded.context, type = excluded.type, value = excluded.value,
     spec = excluded.spec, usage = excluded.usage, assets = excluded.assets, position = excluded.position, updated_at = now()`,
);
const putPages = statement(
  'brands:put-pages',
  `insert into payload.brand_pages (id, brand_id, workspace_id, slug, title, parent_id, hidden, eyebrow, lede, cover, icon, audience, tabs, layout, aliases, sections,
     position, created_at, updated_at)
   select x.id, $1, $2, x.slug, x.title, x.parent, x.hidden, x.eyebrow, x.lede, x.cover, x.icon, x.audience::enum_brand_pages_audience, x.tabs,
     x.layout::enum_brand_pages_layout, x.aliases, x.sections, x.position, now(), now()
   from jsonb_to_recordset($3::jsonb) as x(id uuid, slug text, title text, parent uuid, hidden boolean, eyebrow text, lede text, cover text, icon text,
     audience text, tabs boolean, layout text, aliases jsonb, sections jsonb, position int)
   on conflict (id) do update set slug = excluded.slug, title = excluded.title, parent_id = excluded.parent_id, hidden = excluded.hidden,
     eyebrow = excluded.eyebrow, lede = excluded.lede, cover = excluded.cover, icon = excluded.icon, audience = excluded.audience, tabs = excluded.tabs,
     layout = excluded.layout, aliases = excluded.aliases, sections = excluded.sections, position = excluded.position, updated_at = now()`,
);

const putBrand = statement(
  'brands:put-brand',
  'update payload.brands set name = $2, theme = $3, updated_at = now() where id = $1',
);

/** Writes the rows that differ, in a handful of statements however many they are. */
export async function writeRows(
  req: PayloadRequest,
  db: Db,
  brand: LoadedBrand,
  after: BrandState,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const rules = planRules(brand, after, renamed);
  const pages = planPages(brand, after);
  const rows = <T>(plan: Plan<T>, data: (says: T) => object): string =>
    JSON.stringify(
      [...plan.create, ...plan.update].map(({ id, position, says }) => ({ id, ...data(says), position })),
    );
  if (rules.remove.length + pages.remove.length > 0) await demandDelete(req);
  if (rules.remove.length > 0) await db.query(removeRules, [rules.remove]);
  if (pages.remove.length > 0) await db.query(removePages, [pages.remove]);
  await db.query(putRules, [brand.id, brand.workspaceId, rows(rules, dataOfRule)]);
  await db.query(putPages, [brand.id, brand.workspaceId, rows(pages, dataOfPage)]);
  await db.query(moveRules, [JSON.stringify(rules.move)]);
  await db.query(movePages, [JSON.stringify(pages.move)]);
  const { name, theme } = after;
  if (name !== brand.state.name || canonical(theme) !== canonical(brand.state.theme))
    await db.query(putBrand, [brand.id, name, JSON.stringify(theme)]);
}
