// The parameters of `GET /api/v1/assets`, parsed and checked against the workspace's fields.
import { z } from 'zod';
import { whyUnfit, whyUnfitKind } from '../../fields/rules.ts';
import type { Field } from '../../fields/schemas.ts';
import { CursorParameter, KeyId, KeyNumber, KeyText, Micros, offsetParameter } from '../../core/paging.ts';
import { aiAnswers } from '../../lib/made-by-ai.ts';
import { suggestion } from '../../lib/nearest.ts';
import { hexColor, labOf, rgbOf, type Lab } from '../../lib/picture-colors/color.ts';
import { stepsOf } from '../../lib/picture-colors/stored-colors.ts';
import { invalid, type Issue } from '../../core/errors.ts';
import { IncludeParameter } from '../delivery/thumbnails.ts';
import { LangParameter } from '../languages/read-language.ts';
import { assetTypes, type AssetType } from '../metadata/kinds.ts';
import { Id, states, type State } from '../schemas.ts';
import { colorSpaces, Missing, orientations, type TraitFilter } from './asset-traits.ts';
import { facetPrefix, type FacetFilter } from './module-facets.ts';
import { UsableForParameter, type UseFilter } from './usable-for.ts';

export const sorts = ['newest', 'oldest', 'updated', 'name', 'size', 'expires'] as const;
export type Sort = (typeof sorts)[number];

/** One or several of a parameter: `tag=a&tag=b`. */
const several = <T extends z.ZodType>(one: T) =>
  z
    .union([one, z.array(one).max(50)])
    .transform((given) => (Array.isArray(given) ? given : [given]) as z.output<T>[])
    .optional();

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** The longest side that can be asked for: that of a JPEG. The search index keeps sides up to this. */
export const mostPixels = 65_535;

/** Parameters of lists that are searched with `contextQuery`. */
export const withinCollection = {
  collection: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('ID or name; with the assets of the collections in it'),
  direct: z
    .enum(['true', 'false'])
    .optional()
    .describe('true, with collection: only the assets of that one itself'),
};

/** Query parameters of a search. `f.{key}`, `f.{key}.gte` and `f.{key}.lte` come beside these, by field key, and `facet.{name}`. */
export const SearchParameters = z
  .looseObject({
    q: z
      .string()
      .max(500)
      .optional()
      .describe('Every word must match, as a prefix; case and accents are ignored'),
    tag: several(z.string().min(1).max(100)).describe('Repeat to require all of them'),
    type: several(z.enum(assetTypes)).describe('Repeat to match any of them'),
    ...withinCollection,
    status: several(z.enum(states)).describe('State; repeat to match any of them. Default active'),
    review: z.enum(['true', 'false']).optional().describe('true: only what is waiting for review'),
    expiresWithin: wholeNumber(0, 36_500)
      .optional()
      .describe(
        'Those whose last day of use is within this many days; soonest first unless q or sort is set',
      ),
    orientation: several(z.enum(orientations)).describe('Repeat to match any of them'),
    minWidth: wholeNumber(1, mostPixels).optional().describe('Pixels'),
    minHeight: wholeNumber(1, mostPixels).optional().describe('Pixels'),
    minSize: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional().describe('Bytes of the file, at least'),
    maxSize: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional().describe('Bytes of the file, at most'),
    colorSpace: several(z.enum(colorSpaces)).describe('Of pictures; repeat to match any of them'),
    similarTo: Id.optional().describe('Only near-duplicates of this asset'),
    usableFor: UsableForParameter,
    ai: several(z.enum(aiAnswers)).describe('Whether it was made with AI; repeat to match any of them'),
    missing: several(Missing).describe(
      'What it lacks: f.{key}, alt:de or f.{key}:de in a language; a description counts',
    ),
    color: z
      .string()
      .refine(
        (text) => hexColor.test(text),
        'Use hex digits, such as color=e4003a. Leave out the #, or write it as %23.',
      )
      .optional()
      .describe('Hex; similar ones match'),
    addedBy: several(Id).describe('IDs of people and keys; repeat to match any of them'),
    createdAfter: z.iso.date().optional().describe('Added on this day or later, UTC'),
    createdBefore: z.iso.date().optional().describe('Added before this day, UTC'),
    include: IncludeParameter,
    lang: LangParameter,
    limit: wholeNumber(1, 200).default(100),
    cursor: CursorParameter,
    offset: offsetParameter(100_000_000),
    sort: z
      .enum(sorts)
      .optional()
      .describe(
        'Defaults to best match with q, otherwise newest. expires: by last day of use, soonest first',
      ),
  })
  .check(({ value, issues }) => {
    const known = [...Object.keys(SearchParameters.shape), 'f.{key}'];
    const unknown = Object.keys(value).filter(
      (name) => !name.startsWith('f.') && !name.startsWith(facetPrefix) && !known.includes(name),
    );
    // At most a hundred, because finding suggestions is slow.
    for (const name of unknown.slice(0, 100)) {
      issues.push({
        code: 'custom',
        path: [name],
        message: `Unknown query parameter. ${suggestion(name, known)}`,
        input: value,
      });
    }
  });
export type SearchParameters = z.output<typeof SearchParameters>;

/** A condition on one custom field's value as it counts. */
export type FieldFilter =
  | { key: string; kind: 'any'; values: (string | number | boolean)[] }
  | { key: string; kind: 'range'; least: string | number | null; most: string | number | null };

/** Sort key of an asset: by what it is sorted, when it was created, and its id. */
export const SearchPosition = z.tuple([z.union([KeyNumber, KeyText, z.null()]), Micros, KeyId]);
export type SearchPosition = z.output<typeof SearchPosition>;

const newestFirst = z.tuple([z.null(), Micros, KeyId]);
const none: z.ZodType<SearchPosition> = z.never();

/** What a search can be ordered by: `sort`, or what it looks for. */
export type Order = Sort | 'best' | 'color';

/** The sort key of each order. Relevance has none, because scores depend on the other matches. */
export const positionBySort = {
  newest: newestFirst,
  oldest: newestFirst,
  updated: z.tuple([Micros, Micros, KeyId]),
  name: z.tuple([KeyText, Micros, KeyId]),
  size: z.tuple([KeyNumber, Micros, KeyId]),
  expires: z.tuple([z.iso.date().nullable(), Micros, KeyId]),
  color: z.tuple([KeyNumber, Micros, KeyId]),
  best: none,
} satisfies Record<Order, z.ZodType<SearchPosition>>;

/** A validated search: every name in it exists. */
export interface SearchQuery {
  /** Folded, each once. */
  words: string[];
  tags: string[];
  types: AssetType[];
  collectionIds: string[] | null;
  /** IDs of people and keys, any of whom added it; empty: anybody. */
  uploaders: string[];
  states: State[];
  review: boolean;
  /** Days from today within which the last day of use must lie. */
  expiresWithin: number | null;
  fields: FieldFilter[];
  traits: TraitFilter;
  /** A color that the picture has, or one near to it: its steps. */
  color: Lab | null;
  /** IDs of the assets that it's limited to; null: to none. */
  among: readonly string[] | null;
  /** The use that must be allowed. */
  usable: UseFilter | null;
  /** Conditions on the facets of other modules. */
  facets: FacetFilter[];
  /** Keys of the fields whose values are counted: those with few values. */
  facetKeys: string[];
  /** Whether the pictures of the page's assets are wanted. */
  pictured: boolean;
  sort: Order;
  limit: number;
  offset: number;
  /** Only what comes behind this place in the order. Never with an order by relevance. */
  after: SearchPosition | null;
}

function typed(field: Field, text: string): string | number | boolean {
  if (field.kind === 'number') return text.trim() === '' ? NaN : Number(text);
  if (field.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/**
 * Parses the `f.…` parameters.
 * @throws ApiError invalid listing every unknown key, every value that doesn't fit, and ranges on fields without an order.
 */
export function fieldFilters(parameters: Record<string, unknown>, fields: readonly Field[]): FieldFilter[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const filters: FieldFilter[] = [];
  const issues: Issue[] = [];
  const ranges = new Map<string, { least: string | number | null; most: string | number | null }>();
  for (const [name, given] of Object.entries(parameters)) {
    if (!name.startsWith('f.')) continue;
    const [, key = '', bound] = name.split('.');
    const texts = (Array.isArray(given) ? given : [given]).map(String).slice(0, 50);
    const field = byKey.get(key);
    if (!field) {
      issues.push({
        path: name,
        message: 'No field has this key. Call `list_fields` to see the available fields.',
      });
      continue;
    }
    const values = texts.map((text) => typed(field, text));
    // A value that isn't an option of a select would match nothing, so it's an error. Range bounds don't have to be valid values.
    const unfit = bound === undefined ? whyUnfit : whyUnfitKind;
    const why = values.map((value) => unfit(field, value)).find((each) => each !== null);
    if (why) {
      issues.push({ path: name, message: `${field.label} ${why}.` });
      continue;
    }
    if (bound === undefined) {
      filters.push({ key, kind: 'any', values });
    } else if (bound !== 'gte' && bound !== 'lte') {
      issues.push({ path: name, message: 'Use f.key, f.key.gte or f.key.lte.' });
    } else if (field.kind !== 'number' && field.kind !== 'date') {
      issues.push({ path: name, message: 'Only numbers and dates support ranges.' });
    } else {
      const range = ranges.get(key) ?? { least: null, most: null };
      range[bound === 'gte' ? 'least' : 'most'] = values[0] as string | number;
      ranges.set(key, range);
    }
  }
  if (issues.length > 0) throw invalid(issues);
  for (const [key, range] of ranges) filters.push({ key, kind: 'range', ...range });
  return filters;
}

/** @param hex as the parameter `color` takes it. */
export const colorOf = (hex: string | undefined): Lab | null =>
  hex === undefined ? null : stepsOf(labOf(rgbOf(hex)));

/** Fields whose values are counted in facets: those with few values. */
export function facetKeysOf(fields: readonly Field[]): string[] {
  return fields.filter(({ kind }) => kind === 'select' || kind === 'boolean').map(({ key }) => key);
}

/** Days since 1970-01-01 of a date, for comparing dates as numbers; NaN for none. */
export function dayNumber(date: string | null | undefined): number {
  return date ? Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000) : NaN;
}
