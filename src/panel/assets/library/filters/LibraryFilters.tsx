'use client';
// The filters of the library: by state, type, tag, custom fields and more, with counts.
import type { State } from '../../../../assets/schemas.ts';
import { FilterButtons } from '../../../ui/form/FilterButtons.tsx';
import { FacetSelect } from '../../../ui/form/FacetSelect.tsx';
import { assetSorts, type AssetSort, type FacetEntry } from '../../find-assets.ts';
import { listedStates } from '../../states.ts';
import { orderParameter, type LibraryFilter } from '../library-filter.ts';
import { addressOf, type FilterPart } from './filter-part.ts';
import { FilterFold } from './FilterFold.tsx';
import { FilterPicker } from './FilterPicker.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import { stateKeys } from '../../../../words/asset-values.ts';
import './filters.css';

interface StateFilterProps {
  chosen: readonly State[];
  counts: readonly FacetEntry[];
  onChange: (states: readonly State[]) => void;
}

/** Filters by states, with counts. Empty states are hidden unless selected. */
function StateFilter({ chosen, counts, onChange }: StateFilterProps) {
  const { t } = useWords();
  const countOf = (state: State): number => counts.find(({ value }) => value === state)?.count ?? 0;
  const shown = listedStates.filter((state) => countOf(state) > 0 || chosen.includes(state));
  return (
    <FilterButtons<State | null>
      label={t('assets:state')}
      options={[
        { value: null, label: t('filters:all') },
        ...shown.map((state) => ({ value: state, label: t(stateKeys[state]), count: countOf(state) })),
      ]}
      chosen={chosen.length > 0 ? chosen : [null]}
      onChange={(state) => {
        if (state === null) onChange([]);
        else onChange(chosen.includes(state) ? chosen.filter((one) => one !== state) : [...chosen, state]);
      }}
    />
  );
}

const sortKeys = {
  newest: 'filters:newest',
  oldest: 'filters:oldest',
  updated: 'filters:updatedFirst',
  name: 'filters:byName',
  size: 'filters:largest',
  expires: 'filters:expiring',
} as const satisfies Record<AssetSort, PlainKey>;

interface Props {
  filter: LibraryFilter;
  parts: readonly FilterPart[];
  /** How many assets are in each state. */
  states: readonly FacetEntry[];
  /** Changes parameters of the address; an empty list clears one. */
  onChange: (parameters: Record<string, readonly string[]>) => void;
}

export function LibraryFilters({ filter, parts, states, onChange }: Props) {
  const { t } = useWords();
  return (
    <FilterFold>
      <StateFilter chosen={filter.states} counts={states} onChange={(next) => onChange({ status: next })} />
      {parts
        .filter(({ options, range }) => options.length > 0 || range)
        .map((part) => (
          <FilterPicker
            key={part.name}
            part={part}
            onChange={(values) => onChange(addressOf(part, values))}
          />
        ))}
      <FacetSelect
        label={t('filters:sort')}
        none={t('filters:defaultOrder')}
        value={filter.sort ?? ''}
        choices={assetSorts.map((value) => ({ value, label: t(sortKeys[value]) }))}
        onChange={(next) => onChange({ [orderParameter]: next === '' ? [] : [next] })}
      />
    </FilterFold>
  );
}
