'use client';
// The properties that bulk edit can change, one input each. A property that was chosen and left empty is cleared.
import type { ReactNode } from 'react';
import type { Asset, Rights, Status } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { Field } from '../../../../fields/schemas.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { ValuePart } from '../../../fields/ValuePart.tsx';
import { ChoicePart, Frame, TextPart } from '../../../ui/form/inputs.tsx';
import { Chips, type Noun } from '../../../ui/tags/Chips.tsx';
import { altTextsProperty } from './alt-texts.tsx';
import { canBecome, type BulkChange } from './bulk-change.ts';
import { withThumbnails } from '../../pictured.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';
import type { PlainKey } from '../../../../words/keys.ts';
import { stateKeys } from '../../../../words/asset-values.ts';
import { miningChoices, releaseKeys } from '../../asset/rights/rights-choices.ts';

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
  label: (t: Translate) => string;
  group: PlainKey;
  /** The change with this property cleared, or not chosen yet. */
  begin: (change: BulkChange) => BulkChange;
  /** The change without it. */
  leave: (change: BulkChange) => BulkChange;
  isIn: (change: BulkChange) => boolean;
  /** What it means to leave it empty; null: a value must be chosen. */
  cleared: ((change: BulkChange) => boolean) | null;
  Part: (props: PartProps) => ReactNode;
  /** A new asset can come with it. */
  ofNew: boolean;
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
    ofNew: group !== 'usage',
  };
}

const put = (change: BulkChange, group: Group, key: string, value: unknown): BulkChange => ({
  ...change,
  [group]: { ...change[group], [key]: value },
});

const fieldProperty = (field: Field): Property => ({
  name: `field.${field.key}`,
  label: () => field.label,
  group: 'bulk:groupFields',
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
  name: string;
  label: PlainKey;
  type?: 'date' | 'lines';
  maxLength?: number;
  hint?: PlainKey;
}

/** The groups of the change's records, but for custom fields. */
const groups = {
  texts: 'bulk:groupDetails',
  rights: 'assets:usageRights',
  usage: 'bulk:groupTerms',
} as const;

function TextInput({ id, change, readOnly, onChange, ...kind }: PartProps & TextKind) {
  const { group, name, label, type, maxLength, hint } = kind;
  const { t } = useWords();
  return (
    <TextPart
      id={id}
      label={t(label)}
      type={type ?? 'text'}
      value={(change[group] as Record<string, string | null>)[name] ?? ''}
      readOnly={readOnly}
      hint={hint && t(hint)}
      {...(maxLength ? { maxLength } : {})}
      onChange={(text) => onChange(put(change, group, name, text === '' ? null : text))}
    />
  );
}

const textProperty = (kind: TextKind): Property => ({
  name: kind.group === 'texts' ? kind.name : `${kind.group}.${kind.name}`,
  label: (t) => t(kind.label),
  group: groups[kind.group],
  ...inRecord(kind.group, kind.name, null),
  Part: (props) => <TextInput {...props} {...kind} />,
});

interface ListKind {
  name: 'territories' | 'channels';
  label: PlainKey;
  noun: Noun;
}

function ListInput({ id, change, readOnly, onChange, name, label, noun }: PartProps & ListKind) {
  const { t } = useWords();
  return (
    <Frame id={id} label={t(label)}>
      <Chips
        id={id}
        noun={noun}
        values={change.rights[name] ?? []}
        readOnly={readOnly}
        onChange={(values) => onChange(put(change, 'rights', name, values))}
      />
    </Frame>
  );
}

const listProperty = (kind: ListKind): Property => ({
  name: `rights.${kind.name}`,
  label: (t) => t(kind.label),
  group: 'assets:usageRights',
  ...inRecord('rights', kind.name, []),
  Part: (props) => <ListInput {...props} {...kind} />,
});

interface ChoiceKind {
  group: 'rights' | 'usage';
  name: 'modelRelease' | 'mining';
  label: PlainKey;
  choices: Record<string, PlainKey>;
}

function ChoiceInput({
  id,
  change,
  readOnly,
  onChange,
  group,
  name,
  label,
  choices,
}: PartProps & ChoiceKind) {
  const { t } = useWords();
  return (
    <ChoicePart
      id={id}
      label={t(label)}
      none={t('ui:notSet')}
      options={Object.entries(choices).map(([value, words]) => ({ value, label: t(words) }))}
      value={String((change[group] as Partial<Rights & AssetUsage>)[name] ?? '')}
      readOnly={readOnly}
      onChange={(value) => onChange(put(change, group, name, value === '' ? null : value))}
    />
  );
}

const choiceProperty = (kind: ChoiceKind): Property => ({
  name: `${kind.group}.${kind.name}`,
  label: (t) => t(kind.label),
  group: groups[kind.group],
  ...inRecord(kind.group, kind.name, null),
  Part: (props) => <ChoiceInput {...props} {...kind} />,
});

const offeredStates = ['active', 'draft', 'proposed', 'archived'] as const satisfies Status[];

function StatePart({ id, change, assets, readOnly, onChange }: PartProps) {
  const { t } = useWords();
  const { status } = change;
  const stuck = status ? assets.filter((asset) => !canBecome(asset, status)).length : 0;
  return (
    <ChoicePart
      id={id}
      label={t('assets:state')}
      options={offeredStates.map((value) => ({ value, label: t(stateKeys[value]) }))}
      value={status ?? ''}
      readOnly={readOnly}
      problem={
        status && stuck > 0
          ? t('bulk:cantBecome', { count: stuck, total: assets.length, state: t(stateKeys[status]) })
          : null
      }
      onChange={(value) => onChange({ ...change, status: value as Status })}
    />
  );
}

const stateProperty: Property = {
  name: 'status',
  label: (t) => t('assets:state'),
  group: 'bulk:groupLibrary',
  begin: (change) => ({ ...change, status: 'active' }),
  leave: (change) => ({ ...change, status: null }),
  isIn: ({ status }) => status !== null,
  cleared: null,
  Part: StatePart,
  ofNew: false,
};

function PrivacyPart({ id, change, readOnly, onChange }: PartProps) {
  const { t } = useWords();
  return (
    <ChoicePart
      id={id}
      label={t('bulk:privacy')}
      options={[
        { value: 'true', label: t('bulk:private') },
        { value: 'false', label: t('bulk:everyone') },
      ]}
      value={String(change.private)}
      readOnly={readOnly}
      onChange={(value) => onChange({ ...change, private: value === 'true' })}
    />
  );
}

const privacyProperty: Property = {
  name: 'private',
  label: (t) => t('bulk:privacy'),
  group: 'bulk:groupLibrary',
  begin: (change) => ({ ...change, private: true }),
  leave: (change) => ({ ...change, private: null }),
  isIn: (change) => change.private !== null,
  cleared: null,
  Part: PrivacyPart,
  ofNew: true,
};

function CollectionPart({ id, change, readOnly, onChange }: PartProps) {
  const { t } = useWords();
  const { data } = useOperation('list_collections', withThumbnails);
  return (
    <ChoicePart
      id={id}
      label={t('bulk:addToCollection')}
      none={t('bulk:chooseACollection')}
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
  label: (t) => t('bulk:addToCollection'),
  group: 'bulk:groupLibrary',
  begin: (change) => ({ ...change, collection: { id: '', name: '' } }),
  leave: (change) => ({ ...change, collection: null }),
  isIn: ({ collection }) => collection !== null,
  cleared: null,
  Part: CollectionPart,
  ofNew: true,
};

function LeavingPart({ id, change, assets, readOnly, onChange }: PartProps) {
  const { t } = useWords();
  const { data } = useOperation('list_collections', withThumbnails);
  const theirs = (data ?? []).filter((one) => assets.some(({ collections }) => collections.includes(one.id)));
  return (
    <ChoicePart
      id={id}
      label={t('bulk:removeFromCollection')}
      none={t('bulk:chooseACollection')}
      options={theirs.map((collection) => ({ value: collection.id, label: collection.name }))}
      value={change.leaving ?? ''}
      readOnly={readOnly}
      onChange={(leaving) => onChange({ ...change, leaving })}
    />
  );
}

const leavingProperty: Property = {
  name: 'leaving',
  label: (t) => t('bulk:removeFromCollection'),
  group: 'bulk:groupLibrary',
  begin: (change) => ({ ...change, leaving: '' }),
  leave: (change) => ({ ...change, leaving: null }),
  isIn: ({ leaving }) => leaving !== null,
  cleared: null,
  Part: LeavingPart,
  ofNew: false,
};

const fixed: readonly Property[] = [
  altTextsProperty,
  textProperty({ group: 'texts', name: 'creator', label: 'review:kindCreator', maxLength: 500 }),
  textProperty({ group: 'texts', name: 'copyright', label: 'review:copyright', maxLength: 1000 }),
  textProperty({ group: 'rights', name: 'license', label: 'review:license', maxLength: 500 }),
  textProperty({
    group: 'rights',
    name: 'embargo',
    label: 'rights:embargo',
    type: 'date',
    hint: 'rights:firstDay',
  }),
  textProperty({
    group: 'rights',
    name: 'expires',
    label: 'review:expires',
    type: 'date',
    hint: 'rights:lastDay',
  }),
  choiceProperty({
    group: 'rights',
    name: 'modelRelease',
    label: 'review:modelRelease',
    choices: releaseKeys,
  }),
  listProperty({ name: 'territories', label: 'review:territories', noun: 'territory' }),
  listProperty({ name: 'channels', label: 'review:channels', noun: 'channel' }),
  textProperty({ group: 'usage', name: 'credit', label: 'bulk:creditLine', maxLength: 500 }),
  textProperty({
    group: 'usage',
    name: 'terms',
    label: 'bulk:otherTerms',
    type: 'lines',
    maxLength: 5000,
  }),
  choiceProperty({
    group: 'usage',
    name: 'mining',
    label: 'bulk:mining',
    choices: miningChoices,
  }),
  collectionProperty,
  leavingProperty,
  privacyProperty,
  stateProperty,
];

export const propertiesWith = (fields: readonly Field[]): Property[] => [
  ...fields.map(fieldProperty),
  ...fixed,
];
