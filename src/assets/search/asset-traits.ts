// What a search asks of an asset besides its words and values: how it is oriented, what it lacks, and when it was added.
import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { suggestion } from '../../lib/nearest.ts';
import type { Field } from '../../fields/schemas.ts';

export const orientations = ['landscape', 'portrait', 'square'] as const;
export type Orientation = (typeof orientations)[number];

/** `missing=…`; a custom field is `f.{key}`. */
export const lacks = ['tags', 'alt', 'rights', 'creator'] as const;
export type Lack = (typeof lacks)[number];

type Trait = Orientation | Lack;

/** Each as SQL on an asset `a`. The order is that of their bits in the index. */
const traitSql: Record<Trait, string> = {
  landscape: 'a.width > a.height',
  portrait: 'a.width < a.height',
  square: 'a.width = a.height',
  tags: `coalesce(a.tags, '[]') = '[]'`,
  // The text that describes a picture to those who can't see it is its description.
  alt: `coalesce(a.metadata ->> 'description', '') = ''`,
  rights: `coalesce(jsonb_typeof(a.rights), 'null') = 'null'`,
  creator: `coalesce(a.metadata ->> 'creator', '') = ''`,
};
const traits = Object.keys(traitSql) as Trait[];

/** The traits of an asset as one number. */
export const traitsSql = `(${traits
  .map((trait, bit) => `case when ${traitSql[trait]} then ${1 << bit} else 0 end`)
  .join(' + ')})`;

export const bitOf = (trait: Trait): number => 1 << traits.indexOf(trait);

export interface TraitFilter {
  /** Any of them. */
  orientations: Orientation[];
  /** All of them. */
  missing: Lack[];
  /** Keys of custom fields without a value. */
  missingFields: string[];
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
  return [
    ...(filter.orientations.length > 0
      ? [`coalesce(${filter.orientations.map((one) => traitSql[one]).join(' or ')}, false)`]
      : []),
    ...filter.missing.map((lack) => traitSql[lack]),
    ...filter.missingFields.map(
      (key) => `coalesce(jsonb_typeof(e.fields -> ${value(key)}::text), 'null') = 'null'`,
    ),
    ...(least === null ? [] : [`${created} >= ${value(least)}::bigint`]),
    ...(most === null ? [] : [`${created} < ${value(most)}::bigint`]),
  ];
}

const dayMicros = (day: string): number => Date.parse(`${day}T00:00:00Z`) * 1000;

const fieldPrefix = 'f.';

export const Missing = z.union([z.enum(lacks), z.string().regex(/^f\.[a-z][a-z0-9_]{0,39}$/)]);

interface Asked {
  orientation?: Orientation[] | undefined;
  missing?: string[] | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

/** @throws ApiError invalid for a field that isn't there. */
export function traitFilter(
  { orientation = [], missing = [], createdAfter, createdBefore }: Asked,
  fields: readonly Field[],
): TraitFilter {
  const keys = missing
    .filter((one) => one.startsWith(fieldPrefix))
    .map((one) => one.slice(fieldPrefix.length));
  const known = fields.map(({ key }) => key);
  const unknown = keys.filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((key) => ({
        path: 'missing',
        message: `No field has the key ${key}. ${suggestion(key, known)}`,
      })),
    );
  return {
    orientations: [...new Set(orientation)],
    missing: lacks.filter((lack) => missing.includes(lack)),
    missingFields: [...new Set(keys)],
    created: {
      least: createdAfter === undefined ? null : dayMicros(createdAfter),
      most: createdBefore === undefined ? null : dayMicros(createdBefore),
    },
  };
}
