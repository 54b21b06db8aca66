// Filters of the library by what assets are like and what they lack.
import type { Field } from '../../../../fields/schemas.ts';
import { swatchKeys } from '../../swatches.ts';
import { aiKeys, colorSpaceKeys, ofField, orientationKeys, type LibraryFilter } from '../library-filter.ts';
import { dayAfter, dayBefore, daysAgo, endsOf, isMonth, monthRange, rangeOf } from './day-range.ts';
import type { FilterPart } from './filter-part.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import type { Translate, Words } from '../../../words/words.tsx';

/** A choice among a few values that have words. */
const wordedPart = <Value extends string>(
  part: Pick<FilterPart, 'name' | 'label'> & { chosen: readonly Value[] },
  keys: Readonly<Record<Value, PlainKey>>,
  t: Translate,
): FilterPart => ({
  ...part,
  options: Object.keys(keys).map((value) => ({ value })),
  nameOf: (value) => t(keys[value as Value]),
});

const orientationPart = ({ orientations }: LibraryFilter, t: Translate): FilterPart =>
  wordedPart(
    { name: 'orientation', label: t('filters:orientation'), chosen: orientations },
    orientationKeys,
    t,
  );

const aiPart = ({ ai }: LibraryFilter, t: Translate): FilterPart =>
  wordedPart({ name: 'ai', label: t('filters:ai'), chosen: ai }, aiKeys, t);

const colorSpacePart = ({ colorSpaces }: LibraryFilter, t: Translate): FilterPart =>
  wordedPart({ name: 'colorSpace', label: t('filters:colorSpace'), chosen: colorSpaces }, colorSpaceKeys, t);

const megabyte = 1_000_000;
/** In megabytes: those up to the first, between two, and from the last. */
const sizeSteps = [1, 10, 100, 1000];

const sizeRanges: readonly string[] = [
  rangeOf('', String((sizeSteps[0] ?? 0) * megabyte)),
  ...sizeSteps.map((from, at) => {
    const to = sizeSteps[at + 1];
    return rangeOf(String(from * megabyte), to === undefined ? '' : String(to * megabyte));
  }),
];

function sizeNameOf(value: string, { t, number, filesize }: Words): string {
  const sizeOf = (bytes: number): string =>
    bytes > 0 && bytes % megabyte === 0 ? `${number(bytes / megabyte)} MB` : filesize(bytes);
  const { from, to } = endsOf(value);
  if (from !== '' && to !== '')
    return t('filters:rangeBetween', { from: sizeOf(Number(from)), to: sizeOf(Number(to)) });
  return from === ''
    ? t('filters:rangeUpTo', { to: sizeOf(Number(to)) })
    : t('filters:rangeFrom', { from: sizeOf(Number(from)) });
}

const sizePart = ({ minSize, maxSize }: LibraryFilter, words: Words): FilterPart => ({
  name: 'size',
  label: words.t('filters:size'),
  chosen: minSize === null && maxSize === null ? [] : [rangeOf(String(minSize ?? ''), String(maxSize ?? ''))],
  options: sizeRanges.map((value) => ({ value })),
  nameOf: (value) => sizeNameOf(value, words),
  single: true,
  write: ([value = '']) => {
    const { from, to } = endsOf(value);
    return { minSize: from ? [from] : [], maxSize: to ? [to] : [] };
  },
});

const lackKeys: Partial<Record<string, PlainKey>> = {
  tags: 'review:tags',
  alt: 'filters:altText',
  rights: 'assets:usageRights',
  creator: 'review:kindCreator',
};

/** What an asset has in each language, for values such as `alt:de`. */
const textKeys: Partial<Record<string, PlainKey>> = {
  title: 'asset:title',
  description: 'review:description',
  alt: 'filters:altText',
};

/** What a workspace has of its own. */
export interface OwnTraits {
  fields: readonly Field[];
  /** Of titles, descriptions and alt texts; the default first. */
  languages: readonly string[];
}

const missingPart = (
  { missing }: LibraryFilter,
  { fields, languages }: OwnTraits,
  { t, language }: Words,
): FilterPart => {
  const values = [
    ...Object.keys(lackKeys),
    ...languages.slice(1).flatMap((tag) => Object.keys(textKeys).map((part) => `${part}:${tag}`)),
    ...fields.flatMap(({ key, translated }) => [
      `${ofField}${key}`,
      ...(translated ? languages.slice(1).map((tag) => `${ofField}${key}:${tag}`) : []),
    ]),
  ];
  return {
    name: 'missing',
    label: t('filters:missing'),
    chosen: missing,
    options: values.map((value) => ({ value })),
    nameOf: (value) => {
      const [name = '', tag] = value.split(':');
      const key = tag ? textKeys[name] : lackKeys[name];
      const part = key ? t(key) : fields.find((field) => name === `${ofField}${field.key}`)?.label;
      if (part === undefined) return value;
      return tag ? t('filters:inLanguage', { part, language: language(tag) }) : part;
    },
  };
};

/** Days, of which the last is a year. */
const spans = [7, 30, 365];

const spanIn = (days: number, t: Translate): string =>
  days === 365 ? t('filters:lastYear') : t('filters:lastDays', { count: days });

const addedNameOf = (value: string, { t, lastDay, month }: Words): string => {
  const { from, to } = endsOf(value);
  const span = spans.find((days) => value === rangeOf(daysAgo(days), ''));
  if (span) return spanIn(span, t);
  if (isMonth(value)) return month(from);
  if (from && to) return t('filters:fromToDay', { from: lastDay(from), to: lastDay(to) });
  return from ? t('filters:sinceDay', { date: lastDay(from) }) : t('filters:untilDay', { date: lastDay(to) });
};

const addedPart = ({ createdAfter, createdBefore }: LibraryFilter, words: Words): FilterPart => ({
  name: 'created',
  label: words.t('filters:added'),
  chosen:
    (createdAfter ?? createdBefore)
      ? [rangeOf(createdAfter ?? '', createdBefore === null ? '' : dayBefore(createdBefore))]
      : [],
  options: [...spans.map((days) => rangeOf(daysAgo(days), '')), monthRange(0), monthRange(1)].map(
    (value) => ({ value }),
  ),
  nameOf: (value) => addedNameOf(value, words),
  single: true,
  range: 'date',
  write: ([value = '']) => {
    const { from, to } = endsOf(value);
    return { createdAfter: from ? [from] : [], createdBefore: to ? [dayAfter(to)] : [] };
  },
});

const colorPart = ({ color }: LibraryFilter, t: Translate): FilterPart => ({
  name: 'color',
  label: t('filters:color'),
  chosen: color === null ? [] : [color],
  options: Object.keys(swatchKeys).map((value) => ({ value })),
  nameOf: (value) => {
    const key = swatchKeys[value];
    return key ? t(key) : `#${value}`;
  },
  single: true,
  colors: true,
});

export const traitParts = (filter: LibraryFilter, own: OwnTraits, words: Words): FilterPart[] => [
  colorPart(filter, words.t),
  orientationPart(filter, words.t),
  aiPart(filter, words.t),
  colorSpacePart(filter, words.t),
  sizePart(filter, words),
  missingPart(filter, own, words),
  addedPart(filter, words),
];
