// The columns of the library's list: what each shows of an asset, and how it sorts.
import type { ReactNode } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import type { Field, FieldValue } from '../../../../fields/schemas.ts';
import { Ago } from '../../../ui/Ago.tsx';
import { kindOf } from '../../../ui/format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { AssetSort } from '../../find-assets.ts';
import { ofField } from '../library-filter.ts';
import type { Words } from '../../../words/words.tsx';
import { originKeys } from '../../../../words/asset-values.ts';
import { pixelsOf } from '../../pixels.ts';

/** A way to sort by a column, with the direction that it is for screen readers. */
export interface ColumnSort {
  sort: AssetSort;
  direction: 'ascending' | 'descending';
}

export interface Column {
  /** Kept with the person's choice: don't change it. */
  key: string;
  label: string;
  /** Numbers are aligned at their ends. */
  isNumber?: boolean;
  /** The first is what a click on the heading asks for, the second the next one. */
  sorts?: readonly ColumnSort[];
  /** Null: nothing to show. */
  show: (asset: Asset) => ReactNode;
}

/** Of the name, which every list has. */
export const nameSorts: readonly ColumnSort[] = [{ sort: 'name', direction: 'ascending' }];

const shownTags = 3;

function Tags({ tags }: { tags: readonly string[] }) {
  const rest = tags.slice(shownTags);
  return (
    <span className="mq-list__tags">
      {tags.slice(0, shownTags).map((tag) => (
        <span key={tag} className="mq-list__tag">
          {tag}
        </span>
      ))}
      {rest.length > 0 && <span title={rest.join(', ')}>+{rest.length}</span>}
    </span>
  );
}

const ownColumns = ({ t, filesize, lastDay, when }: Words): readonly Column[] => [
  { key: 'type', label: t('filters:type'), show: ({ mime }) => kindOf(mime) },
  {
    key: 'dimensions',
    label: t('library:dimensions'),
    isNumber: true,
    show: pixelsOf,
  },
  {
    key: 'size',
    label: t('assets:size'),
    isNumber: true,
    sorts: [{ sort: 'size', direction: 'descending' }],
    show: ({ size }) => filesize(size),
  },
  { key: 'state', label: t('assets:state'), show: ({ state }) => <StateBadge state={state} /> },
  { key: 'tags', label: t('review:tags'), show: ({ tags }) => tags.length > 0 && <Tags tags={tags} /> },
  {
    key: 'expires',
    label: t('review:expires'),
    sorts: [{ sort: 'expires', direction: 'ascending' }],
    show: ({ rights }) => rights?.expires && lastDay(rights.expires),
  },
  {
    key: 'added',
    label: t('assets:added'),
    sorts: [
      { sort: 'newest', direction: 'descending' },
      { sort: 'oldest', direction: 'ascending' },
    ],
    show: ({ createdAt }) => <Ago of={createdAt} />,
  },
  {
    key: 'updated',
    label: t('library:updated'),
    sorts: [{ sort: 'updated', direction: 'descending' }],
    show: ({ updatedAt }) => <Ago of={updatedAt} />,
  },
  { key: 'filename', label: t('library:fileName'), show: ({ filename }) => filename },
  { key: 'description', label: t('review:description'), show: ({ metadata }) => metadata.description },
  { key: 'creator', label: t('review:kindCreator'), show: ({ metadata }) => metadata.creator },
  { key: 'copyright', label: t('review:copyright'), show: ({ metadata }) => metadata.copyright },
  {
    key: 'captured',
    label: t('library:captured'),
    show: ({ metadata }) => metadata.capturedAt && when(metadata.capturedAt),
  },
  { key: 'license', label: t('review:license'), show: ({ rights }) => rights?.license },
  { key: 'origin', label: t('review:origin'), show: ({ origin }) => origin && t(originKeys[origin]) },
  { key: 'version', label: t('library:version'), isNumber: true, show: ({ version }) => version },
];

/** What a list shows until the person chooses. */
export const firstColumns: readonly string[] = [
  'type',
  'dimensions',
  'size',
  'state',
  'tags',
  'expires',
  'added',
];

function shownValue({ kind }: Field, value: FieldValue, { t, lastDay, number }: Words): string {
  if (kind === 'boolean') return t(value ? 'ui:yes' : 'ui:no');
  if (kind === 'date') return lastDay(String(value));
  return typeof value === 'number' ? number(value) : String(value);
}

const columnOf = (field: Field, words: Words): Column => ({
  key: `${ofField}${field.key}`,
  label: field.label,
  isNumber: field.kind === 'number',
  show: ({ fields, inherited }) => {
    const value = fields[field.key] ?? inherited[field.key];
    return value === undefined ? null : shownValue(field, value, words);
  },
});

/** Every column that there is, with one for each custom field. */
export const columnsWith = (fields: readonly Field[], words: Words): Column[] => [
  ...ownColumns(words),
  ...fields.map((field) => columnOf(field, words)),
];
