'use client';
// The library: search, filters, the assets found, and what to do with the selected ones.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import type { Field } from '../../../fields/schemas.ts';
import { useMe, usePolicy } from '../../client/me.tsx';
import { useAddress, type GoTo } from '../../client/useAddress.ts';
import { useFields } from '../../client/useFields.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { DropZone } from '../../ui/form/DropZone.tsx';
import { SearchBox } from '../../ui/form/SearchBox.tsx';
import { findPage, type AssetQuery } from '../find-assets.ts';
import { isUnderWay } from '../uploading/upload.ts';
import { useUploads } from '../uploads.tsx';
import { useFiled } from '../useFiled.ts';
import { filtersIn, orderParameter, queryIn, searchIn, type LibraryFilter } from './library-filter.ts';
import { useFilterParts } from './filters/filter-parts.ts';
import { addressOf } from './filters/filter-part.ts';
import { FilterChips } from './filters/FilterChips.tsx';
import { LibraryFilters } from './filters/LibraryFilters.tsx';
import { SubcollectionsTick } from './filters/SubcollectionsTick.tsx';
import { LibraryResults } from './LibraryResults.tsx';
import { keyOf, parametersOf } from './searches/saved-search.ts';
import { SaveSearch } from './searches/SaveSearch.tsx';
import { SearchPicker } from './searches/SearchPicker.tsx';
import { useSearches } from './searches/useSearches.ts';
import { Selected } from './Selected.tsx';
import { UploadTools } from './UploadButton.tsx';
import { useAssets, type FoundAssets } from './useAssets.ts';
import { usePlace } from './usePlace.ts';
import { useSelected } from './useSelected.ts';
import { useTypedQuery } from './useTypedQuery.ts';
import { DensitySwitch, useView, ViewSwitch, type View } from './ViewSwitch.tsx';
import { useWords } from '../../words/useWords.ts';
import { useLibraryShortcuts } from './useLibraryShortcuts.ts';

interface HeadProps {
  mayUpload: boolean;
  view: View;
  onView: (view: View) => void;
}

function LibraryHead({ mayUpload, view, onView }: HeadProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <header className="mq-head">
      <h1>{t('menu:library')}</h1>
      <div className="mq-head__actions">
        <DensitySwitch />
        <ViewSwitch view={view} onChange={onView} />
        <Link className="mq-link" href={route('/duplicates')} prefetch={false}>
          {t('menu:duplicates')}
        </Link>
        <Link className="mq-link" href={route('/collections/assets/trash')} prefetch={false}>
          {t('menu:trash')}
        </Link>
        {mayUpload && <UploadTools />}
      </div>
    </header>
  );
}

interface ToolsProps {
  parameters: URLSearchParams;
  goTo: GoTo;
  query: AssetQuery & LibraryFilter;
  found: FoundAssets;
  fields: readonly Field[];
}

/** Everything that says what is searched. */
function LibraryTools({ parameters, goTo, query, found, fields }: ToolsProps) {
  const { t } = useWords();
  const [typed, setTyped] = useTypedQuery(parameters, goTo);
  const { searches, reload } = useSearches();
  const maySave = usePolicy()?.searches.saves ?? false;
  const parts = useFilterParts(query, found.facets, fields);
  const set = (changed: Record<string, readonly string[]>): void => {
    // Whether subcollections are left out is a matter of one collection.
    const direct: Record<string, null> = 'collection' in changed ? { direct: null } : {};
    goTo({ ...changed, ...direct, at: null }, 'push');
  };
  const clear = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const isSaved = searches?.some(({ query }) => keyOf(parametersOf(query)) === keyOf(parameters)) ?? true;
  const filtered = filtersIn(parameters);
  return (
    <>
      <div className="mq-tools">
        <SearchBox label={t('assets:search')} value={typed} onChange={setTyped} />
        <SearchPicker
          searches={searches}
          reload={reload}
          address={parameters}
          onOpen={(search) =>
            goTo(
              {
                ...clear(searchIn(parameters)),
                ...Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)])),
                at: null,
              },
              'push',
            )
          }
        />
        <LibraryFilters filter={query} parts={parts} states={found.facets.states} onChange={set} />
        <p className="mq-count" role="status">
          {found.empty ? '' : t('assets:counted', { count: found.total })}
        </p>
      </div>
      <FilterChips
        parts={parts}
        onChange={(part, values) => set(addressOf(part, values))}
        onClear={filtered.length > 0 ? () => goTo({ ...clear(filtered), at: null }, 'push') : undefined}
      >
        <SubcollectionsTick filter={query} onChange={(direct) => set({ direct: direct ? ['true'] : [] })} />
        {maySave && !isSaved && searchIn(parameters).length > 0 && (
          <SaveSearch parameters={parameters} onSaved={reload} />
        )}
      </FilterChips>
    </>
  );
}

interface Props {
  mayUpload: boolean;
  mayUpdate: boolean;
}

/** Selects everything that the search finds, also what isn't shown yet, beside what is selected. @throws CallFailed */
async function selectAll(
  query: AssetQuery,
  total: number,
  add: (assets: readonly Asset[]) => void,
): Promise<void> {
  add((await findPage(query, { limit: total })).assets);
}

export function LibraryView({ mayUpload, mayUpdate }: Props) {
  useLibraryShortcuts();
  const [parameters, goTo] = useAddress();
  const [view, setView] = useView(parameters, goTo);
  const { items, add } = useUploads();
  const query = queryIn(parameters);
  const fields = useFields(useMe()?.workspace?.id ?? null).fields ?? [];
  const [changes, setChanges] = useState(0);
  const found = useAssets(query, useFiled() + changes, items.some(isUnderWay));
  const place = usePlace(found, parameters, goTo);
  const selection = useSelected(found.assets);

  return (
    <>
      {mayUpload && <DropZone onFiles={add} />}
      <LibraryHead mayUpload={mayUpload} view={view} onView={setView} />
      <LibraryTools parameters={parameters} goTo={goTo} query={query} found={found} fields={fields} />
      <LibraryResults
        found={found}
        narrowed={query.q !== '' || filtersIn(parameters).length > 0}
        mayUpload={mayUpload}
        list={
          view === 'list'
            ? {
                fields,
                sort: query.sort,
                onSort: (sort) => goTo({ [orderParameter]: sort, at: null }, 'push'),
              }
            : null
        }
        selection={selection}
        maySelect={mayUpdate}
        place={place}
      />
      <Selected
        chosen={selection.assets}
        elsewhere={selection.elsewhere}
        all={
          selection.hasAll(found.total)
            ? null
            : { total: found.total, select: () => selectAll(query, found.total, selection.add) }
        }
        fields={fields}
        onSelect={selection.replace}
        onChanged={() => setChanges((count) => count + 1)}
      />
    </>
  );
}
