// What a search asks of an asset besides its words and values: how it is oriented, its colors, what it lacks, how large it is, and when it
// was added.
import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { aiAnswers, type AiAnswer } from '../../lib/made-by-ai.ts';
import { suggestion } from '../../lib/nearest.ts';
import { translatedFieldsIn } from '../../fields/queries.ts';
import type { Field } from '../../fields/schemas.ts';
import { textKinds, type TextKind } from '../languages/asset-texts.ts';
import type { Languages } from '../languages/follow-languages.ts';
import { notTranslated } from '../languages/slots.ts';
import { unknownLanguage } from '../languages/languages.ts';
import { aiSql } from '../queries.ts';

export const orientations = ['landscape', 'portrait', 'square'] as const;
export type Orientation = (typeof orientations)[number];

/** What the colors of a picture are made of, by what its file's header calls that (libvips' interpretations). */
const headerSpaces = {
  rgb: ['srgb', 'rgb', 'rgb16', 'scrgb'],
  cmyk: ['cmyk'],
  gray: ['b-w', 'grey16'],
} as const;
export type ColorSpace = keyof typeof headerSpaces;
export const colorSpaces = Object.keys(headerSpaces) as [ColorSpace, ...ColorSpace[]];

/** `missing=…`; a custom field is `f.{key}`. */
export const lacks = ['tags', 'alt', 'rights', 'creator'] as const;
export type Lack = (typeof lacks)[number];

type Trait = Orientation | Lack | 'title' | 'description' | `ai:${AiAnswer}` | `space:${ColorSpace}`;

const isAi = (answer: AiAnswer): string => `${aiSql('a')} = '${answer}'`;
const hasSpace = (space: ColorSpace): string =>
  `a.probe ->> 'space' in (${headerSpaces[space].map((name) => `'${name}'`).join()})`;

/** Each as SQL on an asset `a`. The order is that of their bits in the index. */
const traitSql: Record<Trait, string> = {
  landscape: 'a.width > a.height',
  portrait: 'a.width < a.height',
  square: 'a.width = a.height',
  tags: `coalesce(a.tags, '[]') = '[]'`,
  // Without an alt text, the description is what is read out to those who can't see a picture.
  alt: `(coalesce(a.metadata ->> 'description', '') = ''
    and not exists (select 1 from marque.asset_languages n where n.asset_id = a.id and n.alt is not null))`,
  rights: `coalesce(jsonb_typeof(a.rights), 'null') = 'null'`,
  creator: `coalesce(a.metadata ->> 'creator', '') = ''`,
  title: `coalesce(a.metadata ->> 'title', '') = ''`,
  description: `coalesce(a.metadata ->> 'description', '') = ''`,
  ...(Object.fromEntries(aiAnswers.map((answer) => [`ai:${answer}`, isAi(answer)])) as Record<
    `ai:${AiAnswer}`,
    string
  >),
  ...(Object.fromEntries(colorSpaces.map((space) => [`space:${space}`, hasSpace(space)])) as Record<
    `space:${ColorSpace}`,
    string
  >),
};
const traits = Object.keys(traitSql) as Trait[];

/** The traits of an asset as one number of 16 bits. */
export const traitsSql = `(${traits
  .map((trait, bit) => `case when ${traitSql[trait]} then ${1 << bit} else 0 end`)
  .join(' + ')})`;

/** In another language than the default, a text counts as there if any of these is: a description stands in for an alt text. */
const sourcesOf = {
  title: ['title'],
  description: ['description'],
  alt: ['alt', 'description'],
} as const satisfies Record<TextKind, readonly TextKind[]>;

/** A text in a language that isn't the default, such as `alt:de` or `f.caption:de`. */
const labelOf = (text: string, language: string): string => `${text}:${language}`;

/** The labels of the texts that an asset `a` has. */
export const textLabelsSql = `array(select k.kind || ':' || e.key from marque.asset_languages n cross join jsonb_each(n.texts) e
    cross join (values ${textKinds.map((kind) => `('${kind}', '{${sourcesOf[kind].join()}}'::text[])`).join(', ')}) k(kind, sources)
    where n.asset_id = a.id and e.value ?| k.sources
    union all select 'f.' || k.key || ':' || e.key from marque.asset_languages n cross join jsonb_each(n.texts) e
    cross join jsonb_object_keys(coalesce(e.value -> 'fields', '{}')) k(key) where n.asset_id = a.id)`;

export const bitOf = (trait: Trait): number => 1 << traits.indexOf(trait);

export interface TraitFilter {
  /** Any of them. */
  orientations: Orientation[];
  /** Any of them. */
  ai: AiAnswer[];
  /** Any of them. */
  spaces: ColorSpace[];
  /** All of them. */
  missing: (Lack | TextKind)[];
  /** Labels of texts that aren't there, all of them. */
  missingTexts: string[];
  /** Keys of custom fields without a value. */
  missingFields: string[];
  /** In pixels, at least. */
  least: { width: number | null; height: number | null };
  /** In bytes: from `least` to `most`, both included. */
  size: { least: number | null; most: number | null };
  /** Microseconds since 1970: from `least` on, and before `most`. */
  created: { least: number | null; most: number | null };
}

/** Conditions on an asset `a` with effective field values `e.fields`. */
export function traitConditions(
  filter: TraitFilter,
  created: string,
  value: (given: unknown) => string,
): string[] {
  const { least, most } = filter.created;
  const { width, height } = filter.least;
  const { size } = filter;
  return [
    ...(width === null ? [] : [`a.width >= ${value(width)}::int`]),
    ...(height === null ? [] : [`a.height >= ${value(height)}::int`]),
    ...(filter.orientations.length > 0
      ? [`coalesce(${filter.orientations.map((one) => traitSql[one]).join(' or ')}, false)`]
      : []),
    ...(filter.ai.length > 0 ? [`(${filter.ai.map(isAi).join(' or ')})`] : []),
    ...(filter.spaces.length > 0 ? [`coalesce(${filter.spaces.map(hasSpace).join(' or ')}, false)`] : []),
    ...(size.least === null ? [] : [`coalesce(a.filesize, 0) >= ${value(size.least)}::numeric`]),
    ...(size.most === null ? [] : [`coalesce(a.filesize, 0) <= ${value(size.most)}::numeric`]),
    ...filter.missing.map((lack) => traitSql[lack]),
    ...filter.missingTexts.map((label) => `not ${value(label)}::text = any(${textLabelsSql})`),
    ...filter.missingFields.map(
      (key) => `coalesce(jsonb_typeof(e.fields -> ${value(key)}::text), 'null') = 'null'`,
    ),
    ...(least === null ? [] : [`${created} >= ${value(least)}::bigint`]),
    ...(most === null ? [] : [`${created} < ${value(most)}::bigint`]),
  ];
}

const dayMicros = (day: string): number => Date.parse(`${day}T00:00:00Z`) * 1000;

const fieldPrefix = 'f.';

const textGap = /^(title|description|alt|f\.[a-z][a-z0-9_]{0,39}):(.+)$/;

export const Missing = z.union([
  z.enum(lacks),
  z.string().regex(/^(f\.[a-z][a-z0-9_]{0,39}(:[\w-]+)?|(title|description|alt):[\w-]+)$/),
]);

/** Whether the workspace's languages have to be known. */
export const namesLanguage = (missing: readonly string[] = []): boolean =>
  missing.some((one) => textGap.test(one));

/** @throws ApiError invalid for a language that the workspace doesn't have. */
function textGaps(missing: readonly string[], languages: Languages): { text: string; language: string }[] {
  return missing.flatMap((one) => {
    const [, text, tag = ''] = textGap.exec(one) ?? [];
    if (text === undefined) return [];
    const language = languages.find((known) => known.toLowerCase() === tag.toLowerCase());
    if (language === undefined)
      throw invalid([{ path: 'missing', message: unknownLanguage(tag, languages) }]);
    return [{ text, language }];
  });
}

interface Asked {
  orientation?: Orientation[] | undefined;
  ai?: AiAnswer[] | undefined;
  colorSpace?: ColorSpace[] | undefined;
  missing?: string[] | undefined;
  minWidth?: number | undefined;
  minHeight?: number | undefined;
  minSize?: number | undefined;
  maxSize?: number | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

/**
 * @param languages of the workspace, where `namesLanguage`
 * @throws ApiError invalid for a field or a language that isn't there.
 */
export function traitFilter(
  { orientation = [], ai = [], colorSpace = [], missing = [], ...asked }: Asked,
  fields: readonly Field[],
  languages: Languages | null,
): TraitFilter {
  const gaps = languages ? textGaps(missing, languages) : [];
  const isDefault = ({ language }: { language: string }): boolean => language === languages?.[0];
  const keysIn = (texts: readonly string[]): string[] =>
    texts.filter((one) => one.startsWith(fieldPrefix)).map((one) => one.slice(fieldPrefix.length));
  const keys = keysIn([
    ...missing.filter((one) => !textGap.test(one)),
    ...gaps.filter(isDefault).map(({ text }) => text),
  ]);
  const known = fields.map(({ key }) => key);
  const unknown = keys.filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((key) => ({
        path: 'missing',
        message: `No field has the key ${key}. ${suggestion(key, known)}`,
      })),
    );
  const translated = translatedFieldsIn(fields);
  const untranslated = keysIn(gaps.map(({ text }) => text)).filter((key) => !translated.includes(key));
  if (untranslated.length > 0)
    throw invalid(untranslated.map((key) => ({ path: 'missing', message: notTranslated(key, translated) })));
  return {
    orientations: [...new Set(orientation)],
    ai: [...new Set(ai)],
    spaces: [...new Set(colorSpace)],
    missing: [
      ...lacks.filter((lack) => missing.includes(lack)),
      ...textKinds.filter((kind) => gaps.some((gap) => isDefault(gap) && gap.text === kind)),
    ],
    missingTexts: gaps.filter((gap) => !isDefault(gap)).map(({ text, language }) => labelOf(text, language)),
    missingFields: [...new Set(keys)],
    least: { width: asked.minWidth ?? null, height: asked.minHeight ?? null },
    size: { least: asked.minSize ?? null, most: asked.maxSize ?? null },
    created: {
      least: asked.createdAfter === undefined ? null : dayMicros(asked.createdAfter),
      most: asked.createdBefore === undefined ? null : dayMicros(asked.createdBefore),
    },
  };
}
