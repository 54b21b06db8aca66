// Queries on brands: the ones that run with the access check, and the whole state.
import type { Caller } from '../core/access/caller.ts';
import { readable, readableBeside } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { ApiError } from '../core/errors.ts';
import type { Query } from '../core/operation.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Brand } from './schemas.ts';
import type { Rule } from './rules/schemas.ts';
import {
  brandVersionSql,
  inOrder,
  plainTheme,
  ruleName,
  type BrandState,
  type PageState,
  type RuleState,
  type SectionState,
  type Theme,
} from './publishing/state.ts';
import { assetKind } from '../assets/grantable.ts';
import { brandKind } from './grantable.ts';

// ---- brands

const brandColumns = `b.id, b.slug, b.name, coalesce(b.is_default, false) as "default", coalesce(b.private, false) as private,
    (select count(*)::int from payload.brand_rules r where r.brand_id = b.id) as rules, (select count(*)::int from payload.brand_pages p where p.brand_id = b.id) as pages,
    (select max(v.number) from marque.brand_versions v where v.brand_id = b.id and v.published_at is not null) as published,
    coalesce((select v.hash from marque.brand_versions v where v.brand_id = b.id order by v.number desc limit 1)
      <> (select v.hash from marque.brand_versions v where v.brand_id = b.id and v.published_at is not null order by v.number desc limit 1), true) as pending,
    ${brandVersionSql} as version, b.created_at as "createdAt"`;

/** The brands of the workspace that the caller may read: the default first, then by name. */
export const brandsQuery: Query<{ brands: Brand[] }> = {
  name: 'brands',
  text: `select coalesce((select jsonb_agg(to_jsonb(x) - 'order_name' order by x."default" desc, x.order_name, x.id) from (
      select ${brandColumns}, lower(b.name) as order_name from payload.brands b where b.workspace_id = t.id and ${readable(brandKind, 'b')}) x), '[]') as brands`,
};

export const brandQuery: Query<{ brand: Brand }> = {
  name: 'brand',
  text: `select to_jsonb(x) as brand from (select ${brandColumns} from payload.brands b where b.id = t.id) x`,
};

const oneBrand = statement(
  'brands:one',
  `select to_jsonb(x) as brand from (select ${brandColumns} from payload.brands b where b.id = $1) x`,
);

export function toBrand(row: Brand): Brand {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}

/** A brand that was just written or already authorized. */
export async function brandOf(db: Db, id: string): Promise<Brand> {
  const [row] = await db.query<{ brand: Brand }>(oneBrand, [id]);
  if (!row) throw new Error('This brand was just deleted.');
  return toBrand(row.brand);
}

// ---- rules

const ruleJson = `jsonb_build_object('id', r.id, 'key', r.key, 'label', r.label, 'context', r.context, 'type', r.type, 'value', r.value->'is',
    'spec', coalesce(r.spec, '{}'), 'usage', r.usage, 'assets', coalesce(r.assets, '[]'), 'position', r.position, 'updatedAt', r.updated_at)`;
const ruleOrder = `r.position, r.key collate "C", r.context collate "C" nulls first`;
/** The rules of the brand `b`. */
const rulesOfBrand = `coalesce((select jsonb_agg(${ruleJson} order by ${ruleOrder}) from payload.brand_rules r where r.brand_id = b.id), '[]')`;

const assetFacts = `jsonb_build_object('title', a.metadata->>'title', 'filename', a.filename, 'mime', a.mime_type, 'width', a.width, 'height', a.height)`;

/**
 * What readers of the brand `b` learn about the assets of its rules: all that exist, except private ones they
 * can't read.
 */
const ruleAssets = (
  brand: string,
  seen: string,
): string => `(select coalesce(jsonb_object_agg(a.id, ${assetFacts}), '{}') from payload.assets a
    where a.workspace_id = b.workspace_id and a.deleted_at is null and (a.effective_private is not true or ${seen})
      and a.id in (select (e->>'id')::uuid from payload.brand_rules r cross join jsonb_array_elements(case jsonb_typeof(r.assets) when 'array' then r.assets else '[]' end) e where r.brand_id = ${brand}))`;

export const rulesQuery: Query<RulesRow> = {
  name: 'brand-rules',
  text: `select b.slug as brand, coalesce((select jsonb_agg(${ruleJson} order by ${ruleOrder}) from payload.brand_rules r where r.brand_id = b.id), '[]') as rules,
      ${ruleAssets('t.id', readableBeside(assetKind, 'a'))} as assets
    from payload.brands b where b.id = t.id`,
};

export interface RuleRow extends Omit<RuleState, 'label'> {
  id: string;
  label: string | null;
  position: number | null;
  updatedAt: string;
}

type AssetFacts = Omit<Rule['assets'][number], 'id' | 'rendition'>;

export interface RulesRow {
  brand: string;
  rules: RuleRow[];
  assets: Record<string, AssetFacts>;
}

/** A rule as the API shows it. Assets that are gone or hidden from the caller are left out. */
export function toRule(brand: string, row: RuleRow, assets: Record<string, AssetFacts>): Rule {
  return {
    id: row.id,
    brand,
    key: row.key,
    label: row.label ?? '',
    context: row.context,
    type: row.type,
    value: row.value,
    spec: row.spec,
    usage: row.usage,
    assets: row.assets.flatMap(({ id, rendition }) => {
      const facts = Object.hasOwn(assets, id) ? assets[id] : undefined;
      return facts ? [{ id, rendition, ...facts }] : [];
    }),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

const rulesOf = statement(
  'brands:rules',
  `${seenBy}, b as (select x.* from payload.brands x where x.id = $4)
   select b.slug as brand, ${rulesOfBrand} as rules,
     ${ruleAssets('b.id', readable(assetKind, 'a'))} as assets from ${asSeen} join b on b.workspace_id = t.id`,
);

/** The rules of a brand as a caller sees them: every one, whatever its context. */
export async function rulesSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  brandId: string,
): Promise<Rule[]> {
  const [row] = await db.query<RulesRow>(rulesOf, [...seenByValues(caller, workspaceId), brandId]);
  return row ? toRules(row) : [];
}

export function toRules({ brand, rules, assets }: RulesRow): Rule[] {
  return rules.map((rule) => toRule(brand, rule, assets));
}

// ---- the whole state

const lock = statement('brands:lock', 'select id from payload.brands where id = $1 for update');

const stateSql = (
  id: string,
  rules: string,
): string => `select b.id, b.workspace_id, b.slug, b.name, coalesce(b.private, false) as private, b.theme,
     ${rules} as rules,
     coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'title', p.title, 'parent_id', p.parent_id, 'position', p.position,
       'hidden', p.hidden, 'eyebrow', p.eyebrow, 'lede', p.lede, 'cover', p.cover, 'icon', p.icon, 'audience', p.audience, 'tabs', p.tabs,
       'aliases', p.aliases, 'layout', p.layout, 'sections', p.sections, 'updatedAt', p.updated_at) order by p.position, p.slug)
       from payload.brand_pages p where p.brand_id = b.id), '[]') as pages
   from payload.brands b where b.id = ${id}`;

const whole = statement('brands:whole', stateSql('$1', rulesOfBrand));

/** The brand `t` with its whole state, in the access check's statement. */
export const wholeQuery: Query<WholeRow> = { name: 'brand-whole', text: stateSql('t.id', rulesOfBrand) };
/** The same without its rules. */
export const pagesQuery: Query<WholeRow> = { name: 'brand-pages', text: stateSql('t.id', `'[]'::jsonb`) };

interface PageRow {
  id: string;
  slug: string;
  title: string;
  parent_id: string | null;
  position: number | null;
  hidden: boolean | null;
  eyebrow: string | null;
  lede: string | null;
  cover: string | null;
  icon: string | null;
  audience: PageState['audience'] | null;
  tabs: boolean | null;
  aliases: string[] | null;
  layout: PageState['layout'] | null;
  sections: SectionState[] | null;
  updatedAt: string;
}

export interface WholeRow {
  id: string;
  workspace_id: string;
  slug: string;
  name: string;
  private: boolean;
  theme: Partial<Theme> | null;
  rules: RuleRow[];
  pages: PageRow[];
}

/** The tables and columns of the state's parts. */
export interface Stored {
  id: string;
  position: number;
  updatedAt: string;
}

/** A brand with its state, and its rows. */
export interface LoadedBrand {
  id: string;
  workspaceId: string;
  slug: string;
  private: boolean;
  state: BrandState;
  /** By `ruleName`. */
  rules: Map<string, Stored>;
  /** By slug. */
  pages: Map<string, Stored & { parentId: string | null }>;
}

function pageOf(row: PageRow, slugs: ReadonlyMap<string, string>): PageState {
  return {
    slug: row.slug,
    title: row.title,
    parent: row.parent_id === null ? null : (slugs.get(row.parent_id) ?? null),
    hidden: row.hidden ?? false,
    eyebrow: row.eyebrow,
    lede: row.lede,
    cover: row.cover,
    icon: row.icon,
    audience: row.audience ?? 'everyone',
    tabs: row.tabs ?? false,
    aliases: row.aliases ?? [],
    layout: row.layout ?? 'book',
    sections: row.sections ?? [],
  };
}

export function ruleOf(row: RuleRow): RuleState {
  const { key, label, context, type, value, spec, usage, assets } = row;
  return { key, label: label ?? '', context, type, value, spec, usage, assets };
}

/** The current state of a brand; null if it doesn't exist. */
export async function loadBrand(db: Db, id: string): Promise<LoadedBrand | null> {
  const [row] = await db.query<WholeRow>(whole, [id]);
  return row ? toLoaded(row) : null;
}

export function toLoaded(row: WholeRow): LoadedBrand {
  const slugs = new Map(row.pages.map((page) => [page.id, page.slug]));
  const stored = (one: { id: string; position: number | null; updatedAt: string }): Stored => ({
    id: one.id,
    position: one.position ?? 0,
    updatedAt: new Date(one.updatedAt).toISOString(),
  });
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    private: row.private,
    state: inOrder({
      name: row.name,
      theme: { ...plainTheme, ...row.theme },
      rules: row.rules.map(ruleOf),
      pages: row.pages.map((page) => pageOf(page, slugs)),
    }),
    rules: new Map(row.rules.map((rule) => [ruleName(rule), stored(rule)])),
    pages: new Map(row.pages.map((page) => [page.slug, { ...stored(page), parentId: page.parent_id }])),
  };
}

/** Locks a brand until the transaction ends: every change to it locks its row first. */
export async function lockState(db: Db, id: string): Promise<void> {
  await db.query(lock, [id]);
}

/**
 * The same, locked until the transaction ends: of two concurrent changes, the second sees the first. The lock
 * is a statement of its own, because a statement that waits for a lock reads what was there before.
 */
export async function lockedBrand(db: Db, id: string): Promise<LoadedBrand | null> {
  await lockState(db, id);
  return loadBrand(db, id);
}

/** The same. @throws ApiError not_found */
export async function demandLockedBrand(db: Db, id: string): Promise<LoadedBrand> {
  const brand = await lockedBrand(db, id);
  if (!brand) throw new ApiError('not_found', 'Brand not found.');
  return brand;
}

const privacyOf = statement(
  'brands:privacy',
  'select coalesce(private, false) as private from payload.brands where id = $1',
);

export async function isPrivateBrand(db: Db, id: string): Promise<boolean> {
  return (await db.query<{ private: boolean }>(privacyOf, [id]))[0]?.private ?? false;
}
