'use client';
// The assets found, as cards or as a list, and a note of those that others have added meanwhile.
import { useRef, type KeyboardEvent } from 'react';
import type { Field } from '../../../fields/schemas.ts';
import { NotLoaded } from '../../ui/states/NotLoaded.tsx';
import { Empty, LoadingCards, LoadingRows } from '../../ui/Empty.tsx';
import { useLatest } from '../../ui/useLatest.ts';
import { useAddress } from '../../client/useAddress.ts';
import { fromLibrary } from '../asset/navigation/from-list.ts';
import { carry } from '../carried-assets.ts';
import type { AssetSort } from '../find-assets.ts';
import { AssetList } from './list/AssetList.tsx';
import { ColumnPicker } from './list/ColumnPicker.tsx';
import { columnsWith } from './list/columns.tsx';
import { useColumns } from './list/useColumns.ts';
import { QuickLook } from './look/QuickLook.tsx';
import { useQuickLook } from './look/useQuickLook.ts';
import { LibraryCard, type CardActions } from './LibraryCard.tsx';
import { MoreResults } from './MoreResults.tsx';
import type { FoundAssets } from './useAssets.ts';
import type { Place } from './usePlace.ts';
import { useCompact } from './useDensity.ts';
import { useRows } from './useRows.ts';
import type { Selection } from './useSelected.ts';
import { useWords } from '../../words/useWords.ts';
import './library.css';

function NothingFound({ narrowed, mayUpload }: { narrowed: boolean; mayUpload: boolean }) {
  const { t } = useWords();
  if (narrowed) return <Empty title={t('library:nothingFound')}>{t('library:nothingFoundHint')}</Empty>;
  return (
    <Empty title={t('library:empty')}>{t(mayUpload ? 'library:emptyHint' : 'library:noAccessHint')}</Empty>
  );
}

/** How many cards a window of usual size shows. */
const firstCards = 8;

interface CardsProps {
  found: FoundAssets;
  /** The query of the assets' links. */
  query: string;
  selection: Selection;
  maySelect: boolean;
  place: Place;
  onLook: (at: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Cards({ found, query, selection, maySelect, place, onLook, onKeyDown }: CardsProps) {
  const { t } = useWords();
  const [isCompact] = useCompact();
  const list = useRef<HTMLUListElement>(null);
  const { shown, from, above, below, rowAt, measure } = useRows(list, found.assets, 'grid', place);
  const actions = useLatest<CardActions>({
    open: place.leaveAt,
    look: onLook,
    drag: (event, asset) => carry(event, selection.ids.has(asset.id) ? selection.assets : [asset]),
    select: selection.select,
  });
  return (
    <ul
      className={`mq-grid ${isCompact ? 'mq-grid--small mq-grid--compact' : ''}`}
      aria-label={t('assets:title')}
      aria-busy={found.busy}
      ref={list}
      style={{ paddingTop: above, paddingBottom: below }}
      onKeyDown={onKeyDown}
    >
      {shown.map((asset, index) => (
        <LibraryCard
          key={asset.id}
          asset={asset}
          query={query}
          row={rowAt(from + index)}
          measure={measure}
          at={from + index}
          total={found.total}
          first={from + index < firstCards}
          selected={selection.ids.has(asset.id)}
          selectable={maySelect}
          actions={actions}
        />
      ))}
    </ul>
  );
}

interface ListProps extends Omit<CardsProps, 'onLook'> {
  fields: readonly Field[];
  sort: AssetSort | null;
  onSort: (sort: AssetSort) => void;
}

function List({ found, fields, selection, maySelect, ...rest }: ListProps) {
  const words = useWords();
  const { chosen, choose } = useColumns();
  if (!chosen) return <LoadingRows />;
  const columns = columnsWith(fields, words);
  return (
    <>
      <div className="mq-list__tools">
        <ColumnPicker columns={columns} chosen={chosen} onChoose={choose} />
      </div>
      <AssetList
        assets={found.assets}
        columns={chosen.flatMap((key) => columns.find((column) => column.key === key) ?? [])}
        total={found.total}
        busy={found.busy}
        selected={selection.ids}
        onSelect={maySelect ? selection.select : undefined}
        onSelectAll={(on) => (on ? selection.add(found.assets) : selection.remove(found.assets))}
        {...rest}
      />
    </>
  );
}

interface Props extends Pick<CardsProps, 'found' | 'selection' | 'maySelect' | 'place'> {
  /** A search or filter is active. */
  narrowed: boolean;
  mayUpload: boolean;
  /** As a list instead of a grid. */
  list: Pick<ListProps, 'fields' | 'sort' | 'onSort'> | null;
}

export function LibraryResults({ narrowed, mayUpload, list, ...results }: Props) {
  const { t } = useWords();
  const { found, place } = results;
  const { assets, busy, empty, problem, more, loadMore, added, showAdded, again } = found;
  const query = fromLibrary(useAddress()[0]);
  const { at, look, close, onKeyDown } = useQuickLook(assets, place);
  return (
    <>
      <NotLoaded problem={problem} onRetry={again} />
      <div className="mq-added" role="status">
        {added > 0 && (
          <button type="button" className="mq-added__pill" onClick={showAdded}>
            {t('library:newAssets', { count: added })}
          </button>
        )}
      </div>
      {!empty && !busy && !problem && assets.length === 0 && (
        <NothingFound narrowed={narrowed} mayUpload={mayUpload} />
      )}
      {empty && !problem && (list ? <LoadingRows /> : <LoadingCards />)}
      {assets.length > 0 &&
        (list ? (
          <List {...results} {...list} query={query} onKeyDown={onKeyDown} />
        ) : (
          <Cards {...results} query={query} onLook={look} onKeyDown={onKeyDown} />
        ))}
      {more && <MoreResults busy={busy} failed={problem !== null} onMore={loadMore} />}
      {at !== null && (
        <QuickLook found={found} at={at} query={query} onStep={look} onOpen={place.leaveAt} onClose={close} />
      )}
    </>
  );
}
