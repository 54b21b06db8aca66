'use client';
// The library as a list: an asset a row, with the columns that the person chose.
import { memo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { SortIcon } from '../../../ui/icons.tsx';
import { SelectOne } from '../../../ui/SelectOne.tsx';
import { PrivateMark } from '../../../ui/StateBadge.tsx';
import { useLatest } from '../../../ui/useLatest.ts';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import type { AssetSort } from '../../find-assets.ts';
import type { Place } from '../usePlace.ts';
import { useCompact } from '../useDensity.ts';
import { useRows } from '../useRows.ts';
import { nameSorts, type Column, type ColumnSort } from './columns.tsx';
import { useWords } from '../../../words/useWords.ts';
import { AssetName } from '../../AssetName.tsx';
import { placeInText, type FoundAsset } from '../../found-in-text.ts';
import { nameOf } from '../../name-of.ts';
import './list.css';

interface HeadingProps {
  label: string;
  /** For the name, which stays while other columns are scrolled. */
  className?: string | undefined;
  sorts?: readonly ColumnSort[] | undefined;
  /** How the list is sorted now. */
  sort: AssetSort | null;
  onSort: (sort: AssetSort) => void;
}

/** A column's heading: a click sorts by it, and the next click the other way round where there is one. */
function Heading({ label, className, sorts = [], sort, onSort }: HeadingProps) {
  const at = sorts.findIndex((one) => one.sort === sort);
  const next = sorts[(at + 1) % sorts.length];
  return (
    <th scope="col" className={className} aria-sort={at < 0 ? undefined : sorts[at]?.direction}>
      {next ? (
        <button type="button" className="mq-list__sort" onClick={() => onSort(next.sort)}>
          {label}
          <SortIcon direction={sorts[at]?.direction ?? null} />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface RowActions {
  open: (id: string) => void;
  select: (id: string, on: boolean, range?: boolean) => void;
}

interface RowProps {
  asset: FoundAsset;
  columns: readonly Column[];
  /** The query of its link. */
  query: string;
  isSelected: boolean;
  /** Among all results, from 1. */
  position: number;
  /** Its number, where not all are in the document. */
  row: number | undefined;
  measure: (element: HTMLElement | null) => void;
  selectable: boolean;
  actions: RefObject<RowActions>;
}

/** Everything that it's given is the same at each draw, unless the row looks different. */
const Row = memo(function Row(props: RowProps) {
  const { asset, columns, query, isSelected, position, row, measure, selectable, actions } = props;
  const place = placeInText(asset, useWords());
  return (
    <tr
      className={isSelected ? 'mq-list__row--selected' : undefined}
      data-asset={asset.id}
      // The headings are the first.
      aria-rowindex={position + 1}
      {...(row !== undefined && { ref: measure, 'data-index': row })}
    >
      {selectable && (
        <td className="mq-list__select">
          <SelectOne
            title={nameOf(asset)}
            selected={isSelected}
            onSelect={(selected, range) => actions.current.select(asset.id, selected, range)}
          />
        </td>
      )}
      <th scope="row" className="mq-list__name">
        <span className="mq-cell">
          <Thumbnail asset={asset} shownAt={48} />
          <span className="mq-list__names">
            <AssetName asset={asset} query={query} onClick={() => actions.current.open(asset.id)} />
            {place !== null && <span className="mq-list__place">{place}</span>}
          </span>
          {asset.private && <PrivateMark />}
        </span>
      </th>
      {columns.map(({ key, isNumber, show }) => (
        <td key={key} className={isNumber ? 'mq-list__number' : undefined}>
          {show(asset)}
        </td>
      ))}
    </tr>
  );
});

/** The height of rows that aren't in the document. */
function Space({ height }: { height: number }) {
  return height > 0 ? (
    <tr className="mq-list__space" aria-hidden="true">
      <td colSpan={100} style={{ height }} />
    </tr>
  ) : null;
}

interface AllProps {
  count: number;
  total: number;
  onSelectAll: (on: boolean) => void;
}

function SelectAll({ count, total, onSelectAll }: AllProps) {
  const { t } = useWords();
  return (
    <label>
      <input
        type="checkbox"
        checked={count === total}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < total;
        }}
        onChange={({ target }) => onSelectAll(target.checked)}
      />
      <span className="mq-sr-only">{t('library:selectAllLoaded')}</span>
    </label>
  );
}

interface Props {
  assets: readonly FoundAsset[];
  /** How many there are, also those that aren't loaded. */
  total: number;
  columns: readonly Column[];
  query: string;
  busy: boolean;
  selected: ReadonlySet<string>;
  sort: AssetSort | null;
  onSort: (sort: AssetSort) => void;
  place: Place;
  /** Undefined: nothing can be selected. */
  onSelect: ((id: string, on: boolean, range?: boolean) => void) | undefined;
  /** Selects all rows, or none of them. */
  onSelectAll: (on: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Headings({ assets, columns, selected, sort, onSort, onSelect, onSelectAll }: Props) {
  const { t } = useWords();
  const count = assets.filter(({ id }) => selected.has(id)).length;
  return (
    <thead>
      <tr>
        {onSelect && (
          <td className="mq-list__select">
            <SelectAll count={count} total={assets.length} onSelectAll={onSelectAll} />
          </td>
        )}
        <Heading
          label={t('ui:name')}
          className="mq-list__name"
          sorts={nameSorts}
          sort={sort}
          onSort={onSort}
        />
        {columns.map(({ key, label, isNumber, sorts }) => (
          <Heading
            key={key}
            label={label}
            className={isNumber ? 'mq-list__number' : undefined}
            sorts={sorts}
            sort={sort}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
}

export function AssetList(props: Props) {
  const { t } = useWords();
  const { assets, total, columns, query, busy, selected, place, onSelect } = props;
  const [isCompact] = useCompact();
  const list = useRef<HTMLTableSectionElement>(null);
  const { shown, from, above, below, rowAt, measure } = useRows(list, assets, 'list', place);
  const actions = useLatest<RowActions>({ open: place.leaveAt, select: onSelect ?? (() => undefined) });
  return (
    // Scrolled sideways with the arrow keys where the columns are wider than the window.
    <div
      className={`mq-list ${isCompact ? 'mq-list--compact' : ''}`}
      role="region"
      aria-label={t('library:asList')}
      tabIndex={0}
    >
      <table
        aria-label={t('assets:title')}
        aria-busy={busy}
        aria-rowcount={total + 1}
        onKeyDown={props.onKeyDown}
      >
        <Headings {...props} />
        <tbody ref={list}>
          <Space height={above} />
          {shown.map((asset, index) => (
            <Row
              key={asset.id}
              asset={asset}
              columns={columns}
              query={query}
              isSelected={selected.has(asset.id)}
              position={from + index + 1}
              row={rowAt(from + index)}
              measure={measure}
              selectable={onSelect !== undefined}
              actions={actions}
            />
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}
