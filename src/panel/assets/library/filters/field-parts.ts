// Filters by custom fields: by their values with counts, and by ranges of numbers and dates.
import type { Field } from '../../../../fields/schemas.ts';
import { showValue } from '../../../fields/ValuePart.tsx';
import type { Words } from '../../../words/words.tsx';
import type { AssetQuery, Found } from '../../find-assets.ts';
import { ofField, type LibraryFilter } from '../library-filter.ts';
import { endsOf, rangeOf } from './day-range.ts';
import type { FilterPart } from './filter-part.ts';
import { omit, without } from './without-filter.ts';

/** Fields offered as filters: the first ones that have values here and few options, and the first ones with ranges. */
const offeredFields = 4;
const fewOptions = 30;

/** The ends of a range of a field's values, where it isn't known what kind of field it is. */
const ends: Partial<Record<string, 'filters:fieldFrom' | 'filters:fieldUpTo'>> = {
  gte: 'filters:fieldFrom',
  lte: 'filters:fieldUpTo',
};

type Query = AssetQuery & LibraryFilter;

const hasRange = ({ kind }: Field): boolean => kind === 'number' || kind === 'date';

function rangePart({ fields }: Query, { key, label, kind }: Field, words: Words): FilterPart {
  const { t, lastDay } = words;
  const [least, most] = [`${key}.gte`, `${key}.lte`];
  const [from = '', to = ''] = [fields[least]?.[0], fields[most]?.[0]];
  const shown = (end: string): string => (kind === 'date' ? lastDay(end) : end);
  return {
    name: `${ofField}${key}.range`,
    label,
    chosen: from === '' && to === '' ? [] : [rangeOf(from, to)],
    options: [],
    nameOf: (value) => {
      const range = endsOf(value);
      if (range.from === '') return t('filters:rangeUpTo', { to: shown(range.to) });
      if (range.to === '') return t('filters:rangeFrom', { from: shown(range.from) });
      return t('filters:rangeBetween', { from: shown(range.from), to: shown(range.to) });
    },
    single: true,
    range: kind === 'date' ? 'date' : 'number',
    write: ([value = '']) => {
      const range = endsOf(value);
      return {
        [ofField + least]: range.from ? [range.from] : [],
        [ofField + most]: range.to ? [range.to] : [],
      };
    },
  };
}

/** @param asked a field's key, or that of an end of a range */
function valuesPart(
  query: Query,
  asked: string,
  { fields, facets, t }: Pick<Words, 't'> & { fields: readonly Field[]; facets: Found['facets'] },
): FilterPart {
  const [key = asked, end = ''] = asked.split('.');
  const field = fields.find((one) => one.key === key);
  const label = field?.label ?? key;
  const ofEnd = ends[end];
  return {
    name: ofField + asked,
    label: ofEnd ? t(ofEnd, { field: label }) : label,
    chosen: query.fields[asked] ?? [],
    options: end === '' ? (facets.fields[key] ?? []) : [],
    nameOf: (value) => showValue(field?.kind === 'boolean' ? value === 'true' : value, t),
    load: without({ ...query, fields: omit(query.fields, asked) }, (all) => all.fields[key] ?? []),
  };
}

/** An active filter always has a part, so it can be removed even if its field was deleted. */
export function fieldParts(
  query: Query,
  facets: Found['facets'],
  fields: readonly Field[],
  words: Words,
): FilterPart[] {
  const asked = Object.keys(query.fields);
  const isAsked = ({ key }: Field): boolean => asked.includes(`${key}.gte`) || asked.includes(`${key}.lte`);
  const withRange = fields.filter(hasRange).filter((field, at) => at < offeredFields || isAsked(field));
  const ofRanges = new Set(withRange.flatMap(({ key }) => [`${key}.gte`, `${key}.lte`]));
  const offered = fields
    .filter(({ key, options }) => facets.fields[key]?.length && options.length <= fewOptions)
    .slice(0, offeredFields)
    .map(({ key }) => key);
  const named = [...new Set([...offered, ...asked])].filter((one) => !ofRanges.has(one));
  return [
    ...named.map((one) => valuesPart(query, one, { fields, facets, t: words.t })),
    ...withRange.map((field) => rangePart(query, field, words)),
  ];
}
