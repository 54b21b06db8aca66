// Filters of the library by what assets are like and what they lack.
import type { Field } from '../../../../fields/schemas.ts';
import { ofField, orientationKeys, type LibraryFilter } from '../library-filter.ts';
import type { FilterPart } from './filter-part.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import type { Translate, Words } from '../../../words/words.tsx';

const orientationPart = ({ orientations }: LibraryFilter, t: Translate): FilterPart => ({
  name: 'orientation',
  label: t('filters:orientation'),
  chosen: orientations,
  options: Object.keys(orientationKeys).map((value) => ({ value })),
  nameOf: (value) => t(orientationKeys[value as keyof typeof orientationKeys]),
});

const lackKeys: Partial<Record<string, PlainKey>> = {
  tags: 'review:tags',
  alt: 'filters:altText',
  rights: 'assets:usageRights',
  creator: 'review:kindCreator',
};

const missingPart = ({ missing }: LibraryFilter, fields: readonly Field[], t: Translate): FilterPart => ({
  name: 'missing',
  label: t('filters:missing'),
  chosen: missing,
  options: [...Object.keys(lackKeys), ...fields.map(({ key }) => `${ofField}${key}`)].map((value) => ({
    value,
  })),
  nameOf: (value) => {
    const lack = lackKeys[value];
    return lack ? t(lack) : (fields.find(({ key }) => value === `${ofField}${key}`)?.label ?? value);
  },
});

/** Days, of which the last is a year. */
const spans = [7, 30, 365];

const spanIn = (days: number, t: Translate): string =>
  days === 365 ? t('filters:lastYear') : t('filters:lastDays', { count: days });

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const addedPart = ({ createdAfter }: LibraryFilter, { t, lastDay }: Words): FilterPart => ({
  name: 'createdAfter',
  label: t('filters:added'),
  chosen: createdAfter === null ? [] : [createdAfter],
  options: spans.map((days) => ({ value: daysAgo(days) })),
  nameOf: (value) => {
    const span = spans.find((days) => daysAgo(days) === value);
    return span ? spanIn(span, t) : t('filters:sinceDay', { date: lastDay(value) });
  },
  single: true,
});

const addedBeforePart = ({ createdBefore }: LibraryFilter, { t, lastDay }: Words): FilterPart => ({
  name: 'createdBefore',
  label: t('filters:addedBefore'),
  chosen: createdBefore === null ? [] : [createdBefore],
  options: [],
  nameOf: lastDay,
  single: true,
});

export const traitParts = (filter: LibraryFilter, fields: readonly Field[], words: Words): FilterPart[] => [
  orientationPart(filter, words.t),
  missingPart(filter, fields, words.t),
  addedPart(filter, words),
  addedBeforePart(filter, words),
];
