'use client';
// The filters of the library: by state, type, tag, custom fields and more, with counts.
import type { State } from '../../../../assets/schemas.ts';
import { FilterButtons } from '../../../ui/form/FilterButtons.tsx';
import { FacetSelect } from '../../../ui/form/FacetSelect.tsx';
import { assetSorts, type AssetSort, type FacetEntry } from '../../find-assets.ts';
import { listedStates, stateLabels } from '../../states.ts';
import { orderParameter, type LibraryFilter } from '../library-filter.ts';
import type { FilterPart } from './filter-part.ts';
import { FilterPicker } from './FilterPicker.tsx';
import './filters.css';

interface StateFilterProps {
  chosen: readonly State[];
  counts: readonly FacetEntry[];
  onChange: (states: readonly State[]) => void;
}

/** Filters by states, with counts. Empty states are hidden unless selected. */
function StateFilter({ chosen, counts, onChange }: StateFilterProps) {
  const countOf = (state: State): number => counts.find(({ value }) => value === state)?.count ?? 0;
  const shown = listedStates.filter((state) => countOf(state) > 0 || chosen.includes(state));
  return (
    <FilterButtons<State | null>
      label="State"
      options={[
        { value: null, label: 'All' },
        ...shown.map((state) => ({ value: state, label: stateLabels[state], count: countOf(state) })),
      ]}
      chosen={chosen.length > 0 ? chosen : [null]}
      onChange={(state) => {
        if (state === null) onChange([]);
        else onChange(chosen.includes(state) ? chosen.filter((one) => one !== state) : [...chosen, state]);
      }}
    />
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
  parts: readonly FilterPart[];
  /** How many assets are in each state. */
  states: readonly FacetEntry[];
  /** Sets a filter in the address; an empty list clears it. */
  onChange: (name: string, values: readonly string[]) => void;
}

export function LibraryFilters({ filter, parts, states, onChange }: Props) {
  return (
    <>
      <StateFilter chosen={filter.states} counts={states} onChange={(next) => onChange('status', next)} />
      {parts
        .filter(({ options }) => options.length > 0)
        .map((part) => (
          <FilterPicker key={part.name} part={part} onChange={(values) => onChange(part.name, values)} />
        ))}
      <FacetSelect
        label="Sort"
        none="Default order"
        value={filter.sort ?? ''}
        choices={sorts}
        onChange={(next) => onChange(orderParameter, next === '' ? [] : [next])}
      />
    </>
  );
}
