'use client';
// The library: assets as a grid, or as Payload's own table.
import {
  DefaultListView,
  Gutter,
  SetStepNav,
  toast,
  useAuth,
  useDebounce,
  useListDrawerContext,
} from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { ListViewClientProps } from 'payload';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Asset, State, Status } from '../../assets/schemas.ts';
import type { Field } from '../../fields/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { AssetCard } from './AssetCard.tsx';
import { AssetsEdit } from './AssetsEdit.tsx';
import { changeAssets } from './change-assets.ts';
import { DropZone } from '../ui/DropZone.tsx';
import type { FacetEntry, Found } from './find-assets.ts';
import { counted } from '../ui/format.ts';
import { GridIcon, SearchIcon, TableIcon, UploadIcon } from '../ui/icons.tsx';
import { useMe } from '../client/me.tsx';
import { listedStates, moves, stateLabels } from './states.ts';
import { useUploads } from './uploads.tsx';
import { useAddress } from '../client/useAddress.ts';
import { useAssets } from './useAssets.ts';
import { useFields } from '../client/useFields.ts';
import { showValue } from '../fields/ValuesField.tsx';

type View = 'grid' | 'table';

const viewKey = 'marque-library-view';
const viewChanged = 'marque-library-view-changed';

/** Grid or table, stored in this browser. The server always renders the grid first. */
function useView(): [View, (view: View) => void] {
  const view = useSyncExternalStore<View>(
    (changed) => {
      window.addEventListener(viewChanged, changed);
      return () => {
        window.removeEventListener(viewChanged, changed);
      };
    },
    () => (window.localStorage.getItem(viewKey) === 'table' ? 'table' : 'grid'),
    () => 'grid',
  );
  return [
    view,
    (next) => {
      window.localStorage.setItem(viewKey, next);
      window.dispatchEvent(new Event(viewChanged));
    },
  ];
}

const typeLabels: Record<string, string> = {
  image: 'Images',
  video: 'Videos',
  audio: 'Audio',
  font: 'Fonts',
  document: 'Documents',
  other: 'Other files',
};

function stateIn(parameters: URLSearchParams): State | null {
  const asked = parameters.get('status');
  return listedStates.find((state) => state === asked) ?? null;
}

function expiresWithinIn(parameters: URLSearchParams): number | null {
  const days = Number(parameters.get('expiresWithin') ?? NaN);
  return Number.isInteger(days) && days >= 0 ? days : null;
}

const ofField = 'f.';

/** The custom field filters in the address, by key. */
function fieldsIn(parameters: URLSearchParams): Record<string, string> {
  const asked = [...parameters].filter(([name]) => name.startsWith(ofField));
  return Object.fromEntries(asked.map(([name, value]) => [name.slice(ofField.length), value]));
}

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
    <div className="mq-filters" role="group" aria-label="State">
      <button
        type="button"
        aria-pressed={chosen === null}
        onClick={() => {
          onChange(null);
        }}
      >
        All
      </button>
      {shown.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => {
            onChange(state);
          }}
        >
          {stateLabels[state]} <span className="mq-filters__count">{countOf(state)}</span>
        </button>
      ))}
    </div>
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
      onChange={(event) => {
        onChange(event.target.value === '' ? null : event.target.value);
      }}
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
        entries={(facets[key] ?? []).map(({ value, count }) => ({ value: String(value), count }))}
        nameOf={(value) => showValue(field?.kind === 'boolean' ? value === 'true' : value)}
        onChange={(value) => {
          onChange(key, value);
        }}
      />
    );
  });
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const choices = [
    { value: 'grid' as const, label: 'Grid', Drawing: GridIcon },
    { value: 'table' as const, label: 'Table', Drawing: TableIcon },
  ];
  return (
    <div className="mq-switch" role="group" aria-label="Show as">
      {choices.map(({ value, label, Drawing }) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => {
            onChange(value);
          }}
        >
          <Drawing />
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

function UploadButton() {
  const { add } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="mq-button mq-button--primary" onClick={() => input.current?.click()}>
        <UploadIcon /> Upload
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </>
  );
}

/**
 * Changes the status of several assets independently. Failures are shown and don't stop the others.
 * @returns how many were changed.
 */
async function moveAll(assets: readonly Asset[], status: Status): Promise<number> {
  try {
    const refused = await changeAssets(assets, { status });
    for (const { asset, why } of refused) toast.error(`${asset.filename}: ${why}`);
    return assets.length - refused.length;
  } catch (error) {
    toast.error(wordsOf(error));
    return 0;
  }
}

/** The limit for one zip. */
const zipped = 500;

interface SelectionProps {
  assets: Asset[];
  onEdit: () => void;
  onClear: () => void;
  onChanged: () => void;
}

function SelectionBar({ assets, onEdit, onClear, onChanged }: SelectionProps) {
  const [busy, setBusy] = useState(false);
  const offered = (['active', 'archived', 'draft'] as const).flatMap((to) => {
    const movable = assets.filter(({ status }) => moves[status].some((move) => move.to === to));
    return movable.length > 0 ? [{ to, movable }] : [];
  });
  const words = { active: 'Approve', archived: 'Archive', draft: 'Back to draft' };
  return (
    <div className="mq-selection" role="region" aria-label="Selected assets">
      <strong>{assets.length} selected</strong>
      {offered.map(({ to, movable }) => (
        <button
          key={to}
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          onClick={() => {
            setBusy(true);
            void moveAll(movable, to).then((moved) => {
              setBusy(false);
              if (moved > 0) toast.success(`${words[to]}: ${moved} done`);
              onChanged();
            });
          }}
        >
          {words[to]} {movable.length < assets.length ? movable.length : ''}
        </button>
      ))}
      <button type="button" className="mq-button mq-button--small" disabled={busy} onClick={onEdit}>
        Edit
      </button>
      {assets.length <= zipped ? (
        <a
          className="mq-button mq-button--small"
          href={`/api/v1/assets/download?${new URLSearchParams(assets.map(({ id }) => ['id', id])).toString()}`}
          download
        >
          Download
        </a>
      ) : (
        <span className="mq-muted">You can download up to {zipped} at once</span>
      )}
      <button type="button" className="mq-link" onClick={onClear}>
        Clear selection
      </button>
    </div>
  );
}

function Empty({ narrowed, mayUpload }: { narrowed: boolean; mayUpload: boolean }) {
  if (narrowed) {
    return (
      <div className="mq-empty">
        <h2>Nothing found</h2>
        <p>Try fewer words or different filters.</p>
      </div>
    );
  }
  return (
    <div className="mq-empty">
      <h2>The library is empty</h2>
      <p>
        {mayUpload
          ? 'Drop files anywhere on this page, or click Upload to choose them.'
          : 'You don’t have access to any assets yet. Ask an admin for access.'}
      </p>
    </div>
  );
}

interface GridProps {
  mayUpload: boolean;
  mayUpdate: boolean;
  switcher: ReactNode;
}

function Grid({ mayUpload, mayUpdate, switcher }: GridProps) {
  const [parameters, goTo] = useAddress();
  const { filed, add } = useUploads();
  const [typed, setTyped] = useState('');
  const q = useDebounce(typed.trim(), 150);
  const state = stateIn(parameters);
  const type = parameters.get('type');
  const tag = parameters.get('tag');
  const fields = fieldsIn(parameters);
  const expiresWithin = expiresWithinIn(parameters);
  const { fields: defined } = useFields(useMe()?.workspace?.id ?? null);
  const [editing, setEditing] = useState<Asset[] | null>(null);
  const [changes, setChanges] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const found = useAssets({ q, state, type, tag, fields, expiresWithin }, filed + changes);
  const { assets, total, facets, busy, empty, problem, more, loadMore } = found;
  const chosen = useMemo(() => assets.filter(({ id }) => selected.has(id)), [assets, selected]);
  const filters = [state, type, tag, expiresWithin, ...Object.values(fields)];
  const narrowed = q !== '' || filters.some((filter) => filter !== null);
  const narrow = (name: string, value: string | null): void => {
    goTo({ [name]: value }, 'replace');
  };

  const select = (id: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };

  return (
    <>
      {mayUpload && <DropZone onFiles={add} />}
      <header className="mq-head">
        <h1>Assets</h1>
        <div className="mq-head__actions">
          {switcher}
          {mayUpload && <UploadButton />}
        </div>
      </header>
      <div className="mq-tools">
        <label className="mq-search">
          <SearchIcon />
          <span className="mq-sr-only">Search the library</span>
          <input
            type="search"
            placeholder="Search the library"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        </label>
        <StateFilter
          chosen={state}
          counts={facets.states}
          onChange={(next) => {
            narrow('status', next);
          }}
        />
        <FacetFilter
          label="Type"
          any="Any type"
          chosen={type}
          entries={facets.types}
          nameOf={(value) => typeLabels[value] ?? value}
          onChange={(next) => {
            narrow('type', next);
          }}
        />
        <FacetFilter
          label="Tag"
          any="Any tag"
          chosen={tag}
          entries={facets.tags}
          onChange={(next) => {
            narrow('tag', next);
          }}
        />
        <FieldFilters
          fields={defined ?? []}
          facets={facets.fields}
          chosen={fields}
          onChange={(key, next) => {
            narrow(ofField + key, next);
          }}
        />
        {expiresWithin !== null && (
          <button
            type="button"
            className="mq-button mq-button--small"
            onClick={() => {
              narrow('expiresWithin', null);
            }}
          >
            Expires within {expiresWithin} days <span aria-hidden="true">×</span>
            <span className="mq-sr-only">(show all)</span>
          </button>
        )}
        <p className="mq-count" role="status">
          {empty ? '' : counted(total, 'asset')}
        </p>
      </div>
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      {!empty && !busy && !problem && assets.length === 0 && (
        <Empty narrowed={narrowed} mayUpload={mayUpload} />
      )}
      {empty && !problem && (
        <ul className="mq-grid" aria-hidden="true">
          {Array.from({ length: 8 }, (_, at) => (
            <li key={at} className="mq-card mq-card--shadow" />
          ))}
        </ul>
      )}
      {assets.length > 0 && (
        <ul className="mq-grid" aria-label="Assets" aria-busy={busy}>
          {assets.map((asset) => (
            <AssetCard
              key={asset.id}
              asset={asset}
              selected={selected.has(asset.id)}
              onSelect={
                mayUpdate
                  ? (on) => {
                      select(asset.id, on);
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {more && (
        <div className="mq-more">
          <button type="button" className="mq-button" disabled={busy} onClick={loadMore}>
            Show more
          </button>
        </div>
      )}
      {chosen.length > 0 && (
        <SelectionBar
          assets={chosen}
          onEdit={() => {
            setEditing(chosen);
          }}
          onClear={() => {
            setSelected(new Set());
          }}
          onChanged={() => {
            setSelected(new Set());
            setChanges((count) => count + 1);
          }}
        />
      )}
      {editing && (
        <AssetsEdit
          assets={editing}
          fields={defined ?? []}
          onChanged={(left) => {
            setSelected(new Set(left.map(({ id }) => id)));
            setChanges((count) => count + 1);
          }}
          onClose={() => {
            setEditing(null);
          }}
        />
      )}
    </>
  );
}

/** Payload's table, refreshed when it's opened and when files were uploaded. */
function Table({ mayUpload, ...props }: ListViewClientProps & { mayUpload: boolean }) {
  const router = useRouter();
  const { filed, add } = useUploads();
  useEffect(() => {
    router.refresh();
  }, [router, filed]);
  return (
    <>
      {mayUpload && <DropZone onFiles={add} />}
      <DefaultListView {...props} />
    </>
  );
}

export function Library(props: ListViewClientProps) {
  const { isInDrawer } = useListDrawerContext();
  const { permissions } = useAuth();
  const [view, setView] = useView();
  if (isInDrawer || props.viewType === 'trash') return <DefaultListView {...props} />;
  const switcher = <ViewSwitch view={view} onChange={setView} />;
  if (view === 'table') {
    return (
      <>
        <Gutter className="mq-library__switch">{switcher}</Gutter>
        <Table {...props} mayUpload={props.hasCreatePermission} />
      </>
    );
  }
  return (
    <main>
      <SetStepNav nav={[{ label: 'Assets' }]} />
      <Gutter className="mq-library">
        <Grid
          mayUpload={props.hasCreatePermission}
          mayUpdate={Boolean(permissions?.collections?.assets?.update)}
          switcher={switcher}
        />
      </Gutter>
    </main>
  );
}
