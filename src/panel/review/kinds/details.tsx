'use client';
// The record of a brand or a collection: each of its properties that would change, before and after.
import { Link } from '@payloadcms/ui';
import { useId } from 'react';
import type { FieldValues } from '../../../fields/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { collectionPathOf } from '../../assets/collections/paths.ts';
import { withThumbnails } from '../../assets/pictured.ts';
import { brandPathOf } from '../../brands/paths.ts';
import { useMe } from '../../client/me.tsx';
import { useFields } from '../../client/useFields.ts';
import { useOperation } from '../../client/useOperation.ts';
import { showValue } from '../../fields/ValuePart.tsx';
import { useAdminRoute } from '../../shell/routes.ts';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides, TextSides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import { useProposalDraft } from '../edit/useProposalDraft.ts';
import { ValuesPart } from '../edit/ValuesPart.tsx';
import { brandOf } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';

/** Those that change; null: none, or to be cleared. */
interface Details {
  name?: string;
  slug?: string;
  icon?: string | null;
  description?: string | null;
  private?: boolean;
  default?: boolean;
  cover?: string | null;
  parent?: string | null;
  fields?: Record<string, FieldValues[string] | null>;
}

const detailsIn = ({ before, after }: Proposal) => ({
  before: (before ?? {}) as Details,
  after: after as Details,
});

const texts = [
  { name: 'name', label: 'ui:name', type: 'text', maxLength: 200, required: true },
  { name: 'slug', label: 'properties:slug', type: 'text', maxLength: 100, required: true },
  { name: 'icon', label: 'properties:icon', type: 'text', maxLength: 40, required: false },
  {
    name: 'description',
    label: 'review:kindDescription',
    type: 'lines',
    maxLength: 2000,
    required: false,
  },
] as const satisfies readonly { name: keyof Details; label: PlainKey; [rest: string]: unknown }[];

/** What isn't a text. */
const others = {
  private: 'review:kindVisibility',
  default: 'brands:default',
  cover: 'collections:cover',
  parent: 'review:inCollection',
} as const satisfies Partial<Record<keyof Details, PlainKey>>;
const otherNames = Object.keys(others) as (keyof typeof others)[];

const whoSees = (isPrivate: boolean | undefined, t: Translate): string =>
  t(isPrivate ? 'bulk:private' : 'bulk:everyone');

/** The names of the fields in a change of values. */
function useFieldNames(): (key: string) => string {
  const { fields } = useFields(useMe()?.workspace?.id ?? null);
  return (key) => fields?.find((field) => field.key === key)?.label ?? key;
}

function Cover({ id }: { id: string | null | undefined }) {
  const { t } = useWords();
  return id ? <AssetLink id={id} /> : <Placeholder>{t('review:firstAssets')}</Placeholder>;
}

/** The collection that it is in. */
function Parent({ id }: { id: string | null | undefined }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const { data } = useOperation('list_collections', withThumbnails);
  if (!id) return <Placeholder>{t('review:inNoCollection')}</Placeholder>;
  if (!data) return null;
  const name = data.find((one) => one.id === id)?.name;
  if (name === undefined) return <Placeholder>{t('review:hiddenCollection')}</Placeholder>;
  return (
    <Link href={route(collectionPathOf(id))} prefetch={false}>
      {name}
    </Link>
  );
}

/** One side of what isn't a text. @param after what would change */
function Rows({ after, side }: { after: Details; side: Details }) {
  const { t } = useWords();
  const nameOf = useFieldNames();
  const shown = (name: (typeof otherNames)[number]) => {
    if (name === 'cover') return <Cover id={side.cover} />;
    if (name === 'parent') return <Parent id={side.parent} />;
    return name === 'private' ? whoSees(side.private, t) : t(side.default ? 'ui:yes' : 'ui:no');
  };
  const valueOf = (key: string) => {
    const value = side.fields?.[key] ?? null;
    return value === null ? <Placeholder>{t('ui:notSet')}</Placeholder> : showValue(value, t);
  };
  const facts: Term[] = [
    ...otherNames.filter((name) => name in after).map((name): Term => [t(others[name]), shown(name)]),
    ...Object.keys(after.fields ?? {}).map((key): Term => [nameOf(key), valueOf(key)]),
  ];
  return <Facts facts={facts} />;
}

function Change({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { before, after } = detailsIn(proposal);
  const hasRows = after.fields !== undefined || otherNames.some((name) => name in after);
  const side = (values: Details) => <Rows after={after} side={values} />;
  return (
    <>
      {texts
        .filter(({ name }) => name in after)
        .map(({ name, label }) => (
          <div key={name} data-part={name}>
            <p className="mq-label">{t(label)}</p>
            <TextSides before={before[name] ?? ''} after={after[name] ?? ''} />
          </div>
        ))}
      {hasRows && <Sides before={side(before)} after={side(after)} />}
    </>
  );
}

/** As the decision's `value`: without spaces around texts, and null for an optional one that's empty. */
function trimmed(edited: Details): Details {
  const words = texts
    .filter(({ name }) => name in edited)
    .map(({ name, required }) => {
      const text = (edited[name] ?? '').trim();
      return [name, required ? text : text || null];
    });
  return { ...edited, ...(Object.fromEntries(words) as Details) };
}

/** Fields that the proposal clears are cleared if left empty; a field emptied here is left unchanged. */
function ValuesOf({
  edited,
  proposed,
  onChange,
}: {
  edited: NonNullable<Details['fields']>;
  proposed: NonNullable<Details['fields']>;
  onChange: (fields: NonNullable<Details['fields']>) => void;
}) {
  const cleared = Object.keys(proposed).filter((key) => proposed[key] === null);
  const set = Object.entries(edited).flatMap(([key, value]) => (value === null ? [] : [[key, value]]));
  return (
    <ValuesPart
      keys={Object.keys(proposed)}
      values={Object.fromEntries(set) as FieldValues}
      onChange={(values) => onChange({ ...Object.fromEntries(cleared.map((key) => [key, null])), ...values })}
    />
  );
}

function Edit({ proposal, onCancel, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const { after } = detailsIn(proposal);
  const { edited, edit, discard } = useProposalDraft(proposal, after);
  const id = useId();
  if (!edited) return null;
  const cancel = (): void => {
    discard();
    onCancel();
  };
  return (
    <EditForm {...frame} value={() => ({ ...trimmed(edited) })} onCancel={cancel}>
      {texts
        .filter(({ name }) => name in after)
        .map(({ name, label, type, maxLength, required }) => (
          <TextPart
            key={name}
            id={`${id}-${name}`}
            label={t(label)}
            type={type}
            maxLength={maxLength}
            required={required}
            value={edited[name] ?? ''}
            onChange={(text) => edit({ ...edited, [name]: text })}
          />
        ))}
      {after.private !== undefined && (
        <ChoicePart
          id={`${id}-private`}
          label={t(others.private)}
          value={edited.private ? 'yes' : 'no'}
          options={(['no', 'yes'] as const).map((value) => ({ value, label: whoSees(value === 'yes', t) }))}
          onChange={(value) => edit({ ...edited, private: value === 'yes' })}
        />
      )}
      {after.fields && (
        <ValuesOf
          edited={edited.fields ?? {}}
          proposed={after.fields}
          onChange={(fields) => edit({ ...edited, fields })}
        />
      )}
    </EditForm>
  );
}

/** "Name, Description": what changes, in the panel's words. */
function partsOf(after: Details, t: Translate): string {
  const words = [
    ...texts.filter(({ name }) => name in after).map(({ label }) => t(label)),
    ...otherNames.filter((name) => name in after).map((name) => t(others[name])),
    ...(after.fields ? [t('review:kindFields')] : []),
  ];
  return words.join(', ');
}

const details = (label: PlainKey, place: (proposal: Proposal) => `/${string}`): KindView => ({
  label: (t) => t(label),
  gist: (proposal, t) => t('review:changeDetails', { parts: partsOf(detailsIn(proposal).after, t) }),
  Change,
  Edit,
  mark: () => (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      ✎
    </span>
  ),
  place,
});

export const brandDetails = details('review:kindBrandDetails', (proposal) => brandPathOf(brandOf(proposal)));
export const collectionDetails = details('review:kindCollectionDetails', ({ target }) =>
  collectionPathOf(target.id),
);
