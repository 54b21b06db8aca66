'use client';
// The properties that bulk edit can change, one input each. A property that was chosen and left empty is cleared.
import type { ReactNode } from 'react';
import type { Asset, Rights, Status } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { Field } from '../../../../fields/schemas.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { ValuePart } from '../../../fields/ValuesField.tsx';
import { ChoicePart, Frame, TextPart } from '../../../ui/form/inputs.tsx';
import { Chips, type Noun } from '../../../ui/tags/Chips.tsx';
import { stateLabels } from '../../states.ts';
import { canBecome, type BulkChange } from './bulk-change.ts';
import { withThumbnails } from '../../pictured.ts';

export interface PartProps {
  id: string;
  change: BulkChange;
  assets: readonly Asset[];
  readOnly: boolean;
  onChange: (change: BulkChange) => void;
}

export interface Property {
  /** The same as of its part in `partsOf`, where it has one. */
  name: string;
  label: string;
  group: string;
  /** The change with this property cleared, or not chosen yet. */
  begin: (change: BulkChange) => BulkChange;
  /** The change without it. */
  leave: (change: BulkChange) => BulkChange;
  isIn: (change: BulkChange) => boolean;
  /** What it means to leave it empty; null: a value must be chosen. */
  cleared: ((change: BulkChange) => boolean) | null;
  Part: (props: PartProps) => ReactNode;
}

function without<Values extends object>(values: Values, key: keyof Values): Values {
  const { [key]: _, ...others } = values;
  return others as Values;
}

type Group = 'fields' | 'texts' | 'rights' | 'usage';

/** A property of one of the change's records. */
function inRecord(
  group: Group,
  key: string,
  empty: null | [],
): Omit<Property, 'name' | 'label' | 'group' | 'Part'> {
  const values = (change: BulkChange): Record<string, unknown> => change[group];
  return {
    begin: (change) => ({ ...change, [group]: { ...change[group], [key]: empty } }),
    leave: (change) => ({ ...change, [group]: without(values(change), key) }),
    isIn: (change) => key in change[group],
    cleared: (change) => JSON.stringify(values(change)[key]) === JSON.stringify(empty),
  };
}

const put = (change: BulkChange, group: Group, key: string, value: unknown): BulkChange => ({
  ...change,
  [group]: { ...change[group], [key]: value },
});

const fieldProperty = (field: Field): Property => ({
  name: `field.${field.key}`,
  label: field.label,
  group: 'Fields',
  ...inRecord('fields', field.key, null),
  Part: ({ id, change, readOnly, onChange }) => (
    <ValuePart
      id={id}
      field={{ ...field, required: false }}
      value={change.fields[field.key] ?? undefined}
      inherited={undefined}
      readOnly={readOnly}
      problem={undefined}
      onChange={(value) => onChange(put(change, 'fields', field.key, value ?? null))}
    />
  ),
});

interface TextKind {
  group: 'texts' | 'rights' | 'usage';
  key: string;
  label: string;
  type?: 'date' | 'lines';
  maxLength?: number;
  hint?: string;
}

const textProperty = (title: string, { group, key, label, type, maxLength, hint }: TextKind): Property => ({
  name: group === 'texts' ? key : `${group}.${key}`,
  label,
  group: title,
  ...inRecord(group, key, null),
  Part: ({ id, change, readOnly, onChange }) => (
    <TextPart
      id={id}
      label={label}
      type={type ?? 'text'}
      value={(change[group] as Record<string, string | null>)[key] ?? ''}
      readOnly={readOnly}
      hint={hint}
      {...(maxLength ? { maxLength } : {})}
      onChange={(text) => onChange(put(change, group, key, text === '' ? null : text))}
    />
  ),
});

const listProperty = (key: 'territories' | 'channels', label: string, noun: Noun): Property => ({
  name: `rights.${key}`,
  label,
  group: 'Usage rights',
  ...inRecord('rights', key, []),
  Part: ({ id, change, readOnly, onChange }) => (
    <Frame id={id} label={label}>
      <Chips
        id={id}
        noun={noun}
        values={change.rights[key] ?? []}
        readOnly={readOnly}
        onChange={(values) => onChange(put(change, 'rights', key, values))}
      />
    </Frame>
  ),
});

const choiceProperty = (
  group: 'rights' | 'usage',
  key: 'modelRelease' | 'mining',
  label: string,
  choices: Record<string, string>,
): Property => ({
  name: `${group}.${key}`,
  label,
  group: group === 'rights' ? 'Usage rights' : 'Usage terms',
  ...inRecord(group, key, null),
  Part: ({ id, change, readOnly, onChange }) => (
    <ChoicePart
      id={id}
      label={label}
      none="Not set"
      options={Object.entries(choices).map(([value, words]) => ({ value, label: words }))}
      value={String((change[group] as Partial<Rights & AssetUsage>)[key] ?? '')}
      readOnly={readOnly}
      onChange={(value) => onChange(put(change, group, key, value === '' ? null : value))}
    />
  ),
});

const offeredStates = ['active', 'draft', 'proposed', 'archived'] as const satisfies Status[];

const stateProperty: Property = {
  name: 'status',
  label: 'State',
  group: 'Library',
  begin: (change) => ({ ...change, status: 'active' }),
  leave: (change) => ({ ...change, status: null }),
  isIn: ({ status }) => status !== null,
  cleared: null,
  Part: ({ id, change, assets, readOnly, onChange }) => {
    const { status } = change;
    const stuck = status ? assets.filter((asset) => !canBecome(asset, status)).length : 0;
    return (
      <ChoicePart
        id={id}
        label="State"
        options={offeredStates.map((value) => ({ value, label: stateLabels[value] }))}
        value={status ?? ''}
        readOnly={readOnly}
        problem={
          status && stuck > 0 ? `${stuck} of ${assets.length} can’t become “${stateLabels[status]}”.` : null
        }
        onChange={(value) => onChange({ ...change, status: value as Status })}
      />
    );
  },
};

const privacyProperty: Property = {
  name: 'private',
  label: 'Privacy',
  group: 'Library',
  begin: (change) => ({ ...change, private: true }),
  leave: (change) => ({ ...change, private: null }),
  isIn: (change) => change.private !== null,
  cleared: null,
  Part: ({ id, change, readOnly, onChange }) => (
    <ChoicePart
      id={id}
      label="Privacy"
      options={[
        { value: 'true', label: 'Private: only people who were given access' },
        { value: 'false', label: 'Everyone in the workspace' },
      ]}
      value={String(change.private)}
      readOnly={readOnly}
      onChange={(value) => onChange({ ...change, private: value === 'true' })}
    />
  ),
};

function CollectionPart({ id, change, readOnly, onChange }: PartProps) {
  const { data } = useOperation('list_collections', withThumbnails);
  return (
    <ChoicePart
      id={id}
      label="Add to collection"
      none="Choose a collection"
      options={(data ?? []).map((collection) => ({ value: collection.id, label: collection.name }))}
      value={change.collection?.id ?? ''}
      readOnly={readOnly}
      onChange={(chosen) => {
        const { id, name } = data?.find((one) => one.id === chosen) ?? { id: '', name: '' };
        onChange({ ...change, collection: { id, name } });
      }}
    />
  );
}

const collectionProperty: Property = {
  name: 'collection',
  label: 'Add to collection',
  group: 'Library',
  begin: (change) => ({ ...change, collection: { id: '', name: '' } }),
  leave: (change) => ({ ...change, collection: null }),
  isIn: ({ collection }) => collection !== null,
  cleared: null,
  Part: CollectionPart,
};

const fixed: readonly Property[] = [
  textProperty('Details', { group: 'texts', key: 'creator', label: 'Creator', maxLength: 500 }),
  textProperty('Details', { group: 'texts', key: 'copyright', label: 'Copyright', maxLength: 1000 }),
  textProperty('Usage rights', { group: 'rights', key: 'license', label: 'License', maxLength: 500 }),
  textProperty('Usage rights', {
    group: 'rights',
    key: 'embargo',
    label: 'Embargo',
    type: 'date',
    hint: 'First day of use (UTC)',
  }),
  textProperty('Usage rights', {
    group: 'rights',
    key: 'expires',
    label: 'Expires',
    type: 'date',
    hint: 'Last day of use (UTC)',
  }),
  choiceProperty('rights', 'modelRelease', 'Model release', {
    released: 'Released',
    missing: 'Missing',
    'not-needed': 'Not needed',
  }),
  listProperty('territories', 'Territories', 'territory'),
  listProperty('channels', 'Channels', 'channel'),
  textProperty('Usage terms', { group: 'usage', key: 'credit', label: 'Credit line', maxLength: 500 }),
  textProperty('Usage terms', {
    group: 'usage',
    key: 'terms',
    label: 'Other terms',
    type: 'lines',
    maxLength: 5000,
  }),
  choiceProperty('usage', 'mining', 'Data mining and model training', {
    allowed: 'Allowed',
    'search-only': 'For search only',
    disallowed: 'Not allowed',
  }),
  collectionProperty,
  privacyProperty,
  stateProperty,
];

export const propertiesWith = (fields: readonly Field[]): Property[] => [
  ...fields.map(fieldProperty),
  ...fixed,
];
