'use client';
// The library as a grid: search, filters, cards, and what to do with the selected ones.
import { useDebounce } from '@payloadcms/ui';
import { useMemo, useState, type ReactNode } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import type { Field } from '../../../fields/schemas.ts';
import { useMe } from '../../client/me.tsx';
import { useAddress } from '../../client/useAddress.ts';
import { useFields } from '../../client/useFields.ts';
import { DropZone } from '../../ui/DropZone.tsx';
import { counted } from '../../ui/format.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { hasEnded, useUploads } from '../uploads.tsx';
import { AssetsEdit } from './AssetsEdit.tsx';
import { filterIn, isNarrowed } from './library-filter.ts';
import { LibraryFilters } from './LibraryFilters.tsx';
import { LibraryResults } from './LibraryResults.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { UploadButton } from './UploadButton.tsx';
import { useAssets } from './useAssets.ts';

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

interface SelectedProps {
  chosen: Asset[];
  fields: readonly Field[];
  /** Selects these instead. */
  onSelect: (ids: Iterable<string>) => void;
  /** Some assets were changed. */
  onChanged: () => void;
}

/** The bar of the selected assets, and the form to edit them, which stays open when the list changes. */
function Selected({ chosen, fields, onSelect, onChanged }: SelectedProps) {
  const [editing, setEditing] = useState<Asset[] | null>(null);
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          assets={chosen}
          onEdit={() => setEditing(chosen)}
          onClear={() => onSelect([])}
          onChanged={() => {
            onSelect([]);
            onChanged();
          }}
        />
      )}
      {editing && (
        <AssetsEdit
          assets={editing}
          fields={fields}
          onChanged={(left) => {
            onSelect(left.map(({ id }) => id));
            onChanged();
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

interface Props extends HeadProps {
  mayUpdate: boolean;
}

export function LibraryGrid({ mayUpload, mayUpdate, switcher }: Props) {
  const [parameters, goTo] = useAddress();
  const { items, filed, add } = useUploads();
  const [typed, setTyped] = useState('');
  const q = useDebounce(typed.trim(), 150);
  const filter = filterIn(parameters);
  const fields = useFields(useMe()?.workspace?.id ?? null).fields ?? [];
  const [changes, setChanges] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const found = useAssets({ q, ...filter }, filed + changes, !items.every(hasEnded));
  const { assets, total, facets, empty } = found;
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
          onChange={(name, value) => goTo({ [name]: value }, 'replace')}
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
