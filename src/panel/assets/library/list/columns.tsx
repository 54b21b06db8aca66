// The columns of the library's list: what each shows of an asset, and how it sorts.
import type { ReactNode } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import type { Field, FieldValue } from '../../../../fields/schemas.ts';
import { ago, filesize, kindOf, lastDay, moment, when } from '../../../ui/format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { AssetSort } from '../../find-assets.ts';
import { ofField } from '../library-filter.ts';

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

const Moment = ({ of }: { of: string }) => (
  <time dateTime={of} title={moment(of)}>
    {ago(of)}
  </time>
);

const origins: Record<NonNullable<Asset['origin']>, string> = {
  shot: 'Shot',
  licensed: 'Licensed',
  generated: 'Generated',
};

const ownColumns: readonly Column[] = [
  { key: 'type', label: 'Type', show: ({ mime }) => kindOf(mime) },
  {
    key: 'dimensions',
    label: 'Dimensions',
    isNumber: true,
    show: ({ width, height }) => (width && height ? `${width} × ${height}` : null),
  },
  {
    key: 'size',
    label: 'Size',
    isNumber: true,
    sorts: [{ sort: 'size', direction: 'descending' }],
    show: ({ size }) => filesize(size),
  },
  { key: 'state', label: 'State', show: ({ state }) => <StateBadge state={state} /> },
  { key: 'tags', label: 'Tags', show: ({ tags }) => tags.length > 0 && <Tags tags={tags} /> },
  {
    key: 'expires',
    label: 'Expires',
    sorts: [{ sort: 'expires', direction: 'ascending' }],
    show: ({ rights }) => rights?.expires && lastDay(rights.expires),
  },
  {
    key: 'added',
    label: 'Added',
    sorts: [
      { sort: 'newest', direction: 'descending' },
      { sort: 'oldest', direction: 'ascending' },
    ],
    show: ({ createdAt }) => <Moment of={createdAt} />,
  },
  { key: 'updated', label: 'Updated', show: ({ updatedAt }) => <Moment of={updatedAt} /> },
  { key: 'filename', label: 'File name', show: ({ filename }) => filename },
  { key: 'description', label: 'Description', show: ({ metadata }) => metadata.description },
  { key: 'creator', label: 'Creator', show: ({ metadata }) => metadata.creator },
  { key: 'copyright', label: 'Copyright', show: ({ metadata }) => metadata.copyright },
  {
    key: 'captured',
    label: 'Captured',
    show: ({ metadata }) => metadata.capturedAt && when(metadata.capturedAt),
  },
  { key: 'license', label: 'License', show: ({ rights }) => rights?.license },
  { key: 'origin', label: 'Origin', show: ({ origin }) => origin && origins[origin] },
  { key: 'version', label: 'Version', isNumber: true, show: ({ version }) => version },
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

function shownValue({ kind }: Field, value: FieldValue): string {
  if (kind === 'boolean') return value ? 'Yes' : 'No';
  if (kind === 'date') return lastDay(String(value));
  return typeof value === 'number' ? value.toLocaleString() : String(value);
}

const columnOf = (field: Field): Column => ({
  key: `${ofField}${field.key}`,
  label: field.label,
  isNumber: field.kind === 'number',
  show: ({ fields, inherited }) => {
    const value = fields[field.key] ?? inherited[field.key];
    return value === undefined ? null : shownValue(field, value);
  },
});

/** Every column that there is, with one for each custom field. */
export const columnsWith = (fields: readonly Field[]): Column[] => [...ownColumns, ...fields.map(columnOf)];
