'use client';
// The filters of the library: by state, type, tag and custom fields, with counts.
import type { State } from '../../../assets/schemas.ts';
import type { Field } from '../../../fields/schemas.ts';
import { showValue } from '../../fields/ValuesField.tsx';
import { FilterButtons } from '../../ui/FilterButtons.tsx';
import { FacetSelect } from '../../ui/FacetSelect.tsx';
import { assetSorts, type AssetSort, type FacetEntry, type Found } from '../find-assets.ts';
import { listedStates, stateLabels } from '../states.ts';
import { CollectionFilter } from './CollectionFilter.tsx';
import { ofFacet, ofField, type LibraryFilter } from './library-filter.ts';

const typeLabels: Record<string, string> = {
  image: 'Images',
  video: 'Videos',
  audio: 'Audio',
  font: 'Fonts',
  document: 'Documents',
  other: 'Other files',
};

interface StateFilterProps {
  chosen: State | null;
  counts: FacetEntry[];
  onChange: (state: State | null) => void;
}

/** Filters by state, with counts. Empty states are hidden unless selected. */
function StateFilter({ chosen, counts, onChange }: StateFilterProps) {
  const countOf = (state: State): number => counts.find(({ value }) => value === state)?.count ?? 0;
  const shown = listedStates.filter((state) => countOf(state) > 0 || state === chosen);
  return (
    <FilterButtons
      label="State"
      options={[
        { value: null, label: 'All' },
        ...shown.map((state) => ({ value: state, label: stateLabels[state], count: countOf(state) })),
      ]}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

interface FacetFilterProps {
  label: string;
  any: string;
  chosen: string | null;
  entries: FacetEntry[];
  nameOf?: (value: string) => string;
  onChange: (value: string | null) => void;
}

function FacetFilter({ label, any, chosen, entries, nameOf = String, onChange }: FacetFilterProps) {
  const known = chosen === null || entries.some(({ value }) => value === chosen);
  if (entries.length === 0 && chosen === null) return null;
  return (
    <select
      className="mq-facet"
      aria-label={label}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{any}</option>
      {!known && chosen !== null && <option value={chosen}>{nameOf(chosen)} (0)</option>}
      {entries.map(({ value, count }) => (
        <option key={value} value={value}>
          {nameOf(value)} ({count})
        </option>
      ))}
    </select>
  );
}

/** Fields offered as filters: the first ones that have values here and few options. */
const offeredFields = 4;
const fewOptions = 30;

interface FieldFiltersProps {
  fields: readonly Field[];
  facets: Found['facets']['fields'];
  chosen: Record<string, string>;
  onChange: (key: string, value: string | null) => void;
}

/** An active filter is always shown, so it can be removed even if its field was deleted. */
function FieldFilters({ fields, facets, chosen, onChange }: FieldFiltersProps) {
  const offered = fields
    .filter(({ key, options }) => facets[key]?.length && options.length <= fewOptions)
    .slice(0, offeredFields)
    .map(({ key }) => key);
  return [...new Set([...offered, ...Object.keys(chosen)])].map((key) => {
    const field = fields.find((one) => one.key === key);
    const label = field?.label ?? key;
    return (
      <FacetFilter
        key={key}
        label={label}
        any={`Any ${label}`}
        chosen={chosen[key] ?? null}
        entries={facets[key] ?? []}
        nameOf={(value) => showValue(field?.kind === 'boolean' ? value === 'true' : value)}
        onChange={(value) => onChange(key, value)}
      />
    );
  });
}

function ExpiryFilter({ days, onClear }: { days: number; onClear: () => void }) {
  return (
    <button type="button" className="mq-button mq-button--small" onClick={onClear}>
      Expires within {days} days <span aria-hidden="true">×</span>
      <span className="mq-sr-only">(show all)</span>
    </button>
  );
}

const sortLabels: Record<AssetSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  size: 'Largest first',
  expires: 'Expiring first',
};
const sorts = assetSorts.map((value) => ({ value, label: sortLabels[value] }));

interface Props {
  filter: LibraryFilter;
  facets: Found['facets'];
  /** The workspace's custom fields. */
  fields: readonly Field[];
  /** Sets a filter in the address; null clears it. */
  onChange: (name: string, value: string | null) => void;
}

export function LibraryFilters({ filter, facets, fields, onChange }: Props) {
  return (
    <>
      <StateFilter
        chosen={filter.state}
        counts={facets.states}
        onChange={(next) => onChange('status', next)}
      />
      <FacetFilter
        label="Type"
        any="Any type"
        chosen={filter.type}
        entries={facets.types}
        nameOf={(value) => typeLabels[value] ?? value}
        onChange={(next) => onChange('type', next)}
      />
      <FacetFilter
        label="Tag"
        any="Any tag"
        chosen={filter.tag}
        entries={facets.tags}
        onChange={(next) => onChange('tag', next)}
      />
      <CollectionFilter chosen={filter.collection} onChange={(next) => onChange('collection', next)} />
      <FieldFilters
        fields={fields}
        facets={facets.fields}
        chosen={filter.fields}
        onChange={(key, next) => onChange(ofField + key, next)}
      />
      {facets.modules.map(({ name, label, entries }) => (
        <FacetFilter
          key={name}
          label={label}
          any={`Any ${label.toLowerCase()}`}
          chosen={filter.facets[name] ?? null}
          entries={entries}
          onChange={(next) => onChange(ofFacet + name, next)}
        />
      ))}
      <FacetSelect
        label="Sort"
        none="Default order"
        value={filter.sort ?? ''}
        choices={sorts}
        onChange={(next) => onChange('sort', next === '' ? null : next)}
      />
      {filter.expiresWithin !== null && (
        <ExpiryFilter days={filter.expiresWithin} onClear={() => onChange('expiresWithin', null)} />
      )}
    </>
  );
}
