// Where brands use an asset: the rules that refer to it, and the pages that do or that show such a rule, in the draft and in the latest
// publish.
import type { Caller } from '../core/access/caller.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { assetsNamedByPage, assetsNamedByRule } from './pages/read-page.ts';
import { keysOf, ruleName, type PageState, type RuleState } from './publishing/state.ts';
import { brandKind } from './grantable.ts';

type NamingRule = Pick<RuleState, 'key' | 'label' | 'context' | 'value' | 'usage' | 'assets'> & {
  /** Absent in a version, which has no rows. */
  id?: string;
};
type NamingPage = Pick<PageState, 'slug' | 'title' | 'cover' | 'sections'>;

interface Row {
  slug: string;
  name: string;
  rules: NamingRule[];
  pages: NamingPage[];
  publishedRules: NamingRule[];
  publishedPages: NamingPage[];
}

const list = (one: string, order: string, from: string): string =>
  `coalesce((select jsonb_agg(${one} order by ${order}) from ${from}), '[]')`;
/** The id occurs somewhere in it; the same code as elsewhere decides whether it is a reference. */
const mentions = (text: string): string => `strpos(lower(${text}), $4::text) > 0`;
const ofPublish = (part: 'rules' | 'pages', also = 'false'): string =>
  list(
    'e.one',
    'e.at',
    `jsonb_array_elements(v.state->'${part}') with ordinality e(one, at) where ${mentions('e.one::text')} or ${also}`,
  );
const ruleMentions = mentions('concat(r.assets, r.value, r.usage)');
/** Sections that show one of these rules. */
const show = (sections: string, rules: string): string =>
  `exists (select from ${rules} k(key) where jsonb_path_exists(${sections}, '$[*].keys[*] ? (@ == $key)', jsonb_build_object('key', k.key)))`;

const naming = statement(
  'brands:naming',
  `${seenBy} select b.slug, b.name,
     ${list(
       `jsonb_build_object('id', r.id, 'key', r.key, 'label', coalesce(r.label, ''), 'context', r.context, 'value', r.value->'is',
          'usage', r.usage, 'assets', coalesce(r.assets, '[]'))`,
       `r.position, r.key collate "C", r.context collate "C" nulls first`,
       `payload.brand_rules r where r.brand_id = b.id and ${ruleMentions}`,
     )} as rules,
     ${list(
       `jsonb_build_object('slug', p.slug, 'title', p.title, 'cover', p.cover, 'sections', coalesce(p.sections, '[]'))`,
       'p.position, p.slug',
       `payload.brand_pages p where p.brand_id = b.id and (${mentions('concat(p.cover, p.sections)')}
         or ${show('p.sections', `(select r.key from payload.brand_rules r where r.brand_id = b.id and ${ruleMentions})`)})`,
     )} as pages,
     ${ofPublish('rules')} as "publishedRules", ${ofPublish(
       'pages',
       show(
         "(e.one->'sections')",
         `(select o.one->>'key' from jsonb_array_elements(v.state->'rules') o(one) where ${mentions('o.one::text')})`,
       ),
     )} as "publishedPages"
   from ${asSeen} join payload.brands b on b.workspace_id = t.id
     left join lateral (select u.state from marque.brand_versions u where u.brand_id = b.id and u.published_at is not null
       order by u.number desc limit 1) v on true
   where ${readable(brandKind, 'b')} order by b.is_default desc nulls last, lower(b.name), b.id`,
);

/** A part of a brand that uses the asset. */
interface Named {
  /** Slug and name of the brand. */
  brand: string;
  brandName: string;
  /** In the draft, and in the latest publish. */
  draft: boolean;
  published: boolean;
}

/** Each part once: as in the draft, or else as published. */
function once<T>(
  { slug: brand, name: brandName }: Row,
  draft: readonly T[],
  published: readonly T[],
  nameOf: (part: T) => string,
): { part: T; named: Named }[] {
  const now = new Map(draft.map((part) => [nameOf(part), part]));
  const live = new Map(published.map((part) => [nameOf(part), part]));
  return [...new Map([...now, ...live, ...now])].map(([name, part]) => ({
    part,
    named: { brand, brandName, draft: now.has(name), published: live.has(name) },
  }));
}

export interface PartsNaming {
  rules: (Named & { id: string | null; key: string; label: string; context: string | null })[];
  pages: (Named & {
    slug: string;
    title: string;
    /** Keys of the rules by which it shows the asset; empty: it names the asset itself. */
    through: string[];
  })[];
}

/** Which pages use an asset: those that name it, and those that show a rule that does. */
function pagesUsing(pages: readonly NamingPage[], rules: readonly NamingRule[], assetId: string) {
  const keys = new Set(rules.map(({ key }) => key));
  return pages.flatMap((page) => {
    if (assetsNamedByPage(page).includes(assetId)) return [{ ...page, through: [] }];
    const through = keysOf(page).filter((key) => keys.has(key));
    return through.length > 0 ? [{ ...page, through }] : [];
  });
}

/** The rules and pages that use an asset, in brands of its workspace that the caller may read. */
export async function partsNaming(
  db: Db,
  caller: Caller,
  workspaceId: string,
  assetId: string,
): Promise<PartsNaming> {
  const rows = await db.query<Row>(naming, [...seenByValues(caller, workspaceId), assetId]);
  const ofRule = (rule: NamingRule): boolean => assetsNamedByRule(rule).includes(assetId);
  const using = rows.map((row) => {
    const [draft, published] = [row.rules.filter(ofRule), row.publishedRules.filter(ofRule)];
    return {
      rules: once(row, draft, published, ruleName),
      pages: once(
        row,
        pagesUsing(row.pages, draft, assetId),
        pagesUsing(row.publishedPages, published, assetId),
        ({ slug }) => slug,
      ),
    };
  });
  return {
    rules: using.flatMap(({ rules }) =>
      rules.map(({ part: { id = null, key, label, context }, named }) => ({
        ...named,
        id,
        key,
        label,
        context,
      })),
    ),
    pages: using.flatMap(({ pages }) =>
      pages.map(({ part: { slug, title, through }, named }) => ({ ...named, slug, title, through })),
    ),
  };
}
