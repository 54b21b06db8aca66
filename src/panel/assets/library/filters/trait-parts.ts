// Filters of the library by what assets are like and what they lack.
import type { Field } from '../../../../fields/schemas.ts';
import { lastDay } from '../../../ui/format.ts';
import { ofField, orientationLabels, type LibraryFilter } from '../library-filter.ts';
import type { FilterPart } from './filter-part.ts';

const orientationPart = ({ orientations }: LibraryFilter): FilterPart => ({
  name: 'orientation',
  label: 'Orientation',
  chosen: orientations,
  options: Object.keys(orientationLabels).map((value) => ({ value })),
  nameOf: (value) => orientationLabels[value as keyof typeof orientationLabels],
});

const lackLabels: Record<string, string> = {
  tags: 'Tags',
  alt: 'Alt text',
  rights: 'Usage rights',
  creator: 'Creator',
};

const missingPart = ({ missing }: LibraryFilter, fields: readonly Field[]): FilterPart => ({
  name: 'missing',
  label: 'Missing',
  chosen: missing,
  options: [...Object.keys(lackLabels), ...fields.map(({ key }) => `${ofField}${key}`)].map((value) => ({
    value,
  })),
  nameOf: (value) =>
    lackLabels[value] ?? fields.find(({ key }) => value === `${ofField}${key}`)?.label ?? value,
});

const spans = [
  { days: 7, label: 'in the last 7 days' },
  { days: 30, label: 'in the last 30 days' },
  { days: 365, label: 'in the last year' },
];

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const addedPart = ({ createdAfter }: LibraryFilter): FilterPart => ({
  name: 'createdAfter',
  label: 'Added',
  chosen: createdAfter === null ? [] : [createdAfter],
  options: spans.map(({ days }) => ({ value: daysAgo(days) })),
  nameOf: (value) => spans.find(({ days }) => daysAgo(days) === value)?.label ?? `since ${lastDay(value)}`,
  single: true,
});

const addedBeforePart = ({ createdBefore }: LibraryFilter): FilterPart => ({
  name: 'createdBefore',
  label: 'Added before',
  chosen: createdBefore === null ? [] : [createdBefore],
  options: [],
  nameOf: lastDay,
  single: true,
});

export const traitParts = (filter: LibraryFilter, fields: readonly Field[]): FilterPart[] => [
  orientationPart(filter),
  missingPart(filter, fields),
  addedPart(filter),
  addedBeforePart(filter),
];
