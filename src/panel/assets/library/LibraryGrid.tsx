'use client';
// The library as a grid: search, filters, cards, and what to do with the selected ones.
import { useMemo, useState, type ReactNode } from 'react';
import { useMe } from '../../client/me.tsx';
import { useAddress } from '../../client/useAddress.ts';
import { useFields } from '../../client/useFields.ts';
import { DropZone } from '../../ui/DropZone.tsx';
import { counted } from '../../ui/format.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { hasEnded, useUploads } from '../uploads.tsx';
import { filterIn, isNarrowed } from './library-filter.ts';
import { LibraryFilters } from './LibraryFilters.tsx';
import { LibraryResults } from './LibraryResults.tsx';
import { Selected } from './Selected.tsx';
import { UploadButton } from './UploadButton.tsx';
import { useAssets } from './useAssets.ts';
import { usePlace } from './usePlace.ts';
import { useTypedQuery } from './useTypedQuery.ts';

interface HeadProps {
  mayUpload: boolean;
  /** Switches between the grid and the table. */
  switcher: ReactNode;
}

function LibraryHead({ mayUpload, switcher }: HeadProps) {
  return (
    <header className="mq-head">
      <h1>Assets</h1>
      <div className="mq-head__actions">
        {switcher}
        {mayUpload && <UploadButton />}
      </div>
    </header>
  );
}

interface Props extends HeadProps {
  mayUpdate: boolean;
}

export function LibraryGrid({ mayUpload, mayUpdate, switcher }: Props) {
  const [parameters, goTo] = useAddress();
  const { items, filed, add } = useUploads();
  const [typed, setTyped] = useTypedQuery(parameters, goTo);
  const q = parameters.get('q') ?? '';
  const filter = filterIn(parameters);
  const fields = useFields(useMe()?.workspace?.id ?? null).fields ?? [];
  const [changes, setChanges] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const found = useAssets({ q, ...filter }, filed + changes, !items.every(hasEnded));
  const { assets, total, facets, empty } = found;
  const leaveAt = usePlace(found, parameters, goTo);
  const chosen = useMemo(() => assets.filter(({ id }) => selected.has(id)), [assets, selected]);

  const select = (id: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };

  return (
    <>
      {mayUpload && <DropZone onFiles={add} />}
      <LibraryHead mayUpload={mayUpload} switcher={switcher} />
      <div className="mq-tools">
        <SearchBox label="Search the library" value={typed} onChange={setTyped} />
        <LibraryFilters
          filter={filter}
          facets={facets}
          fields={fields}
          onChange={(name, value) => goTo({ [name]: value, at: null }, 'push')}
        />
        <p className="mq-count" role="status">
          {empty ? '' : counted(total, 'asset')}
        </p>
      </div>
      <LibraryResults
        found={found}
        narrowed={q !== '' || isNarrowed(filter)}
        mayUpload={mayUpload}
        selected={selected}
        onOpen={leaveAt}
        onSelect={mayUpdate ? select : undefined}
      />
      <Selected
        chosen={chosen}
        fields={fields}
        onSelect={(ids) => setSelected(new Set(ids))}
        onChanged={() => setChanges((count) => count + 1)}
      />
    </>
  );
}
