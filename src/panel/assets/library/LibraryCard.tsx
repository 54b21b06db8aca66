'use client';
// A card of the library.
import { memo, type DragEvent, type RefObject } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import type { FoundAsset } from '../found-in-text.ts';
import { AssetCard } from '../AssetCard.tsx';
import type { Selection } from './useSelected.ts';

/** What is done with single cards. */
export interface CardActions {
  /** Called before its page opens. */
  open: (id: string) => void;
  look: (at: number) => void;
  drag: (event: DragEvent, asset: Asset) => void;
  select: Selection['select'];
}

interface Props {
  asset: FoundAsset;
  /** The query of its link. */
  query: string;
  /** The row that it begins. */
  row: number | undefined;
  measure: (element: HTMLElement | null) => void;
  /** Its index in the results. */
  at: number;
  /** How many results there are. */
  total: number;
  first: boolean;
  selected: boolean;
  selectable: boolean;
  actions: RefObject<CardActions>;
}

/** Everything that it's given is the same at each draw, unless the card looks different. */
export const LibraryCard = memo(function LibraryCard(props: Props) {
  const { asset, query, row, measure, at, total, first, selected, selectable, actions } = props;
  return (
    <AssetCard
      asset={asset}
      query={query}
      row={row === undefined ? undefined : { ref: measure, 'data-index': row }}
      position={{ at: at + 1, of: total }}
      first={first}
      selected={selected}
      onOpen={() => actions.current.open(asset.id)}
      onLook={() => actions.current.look(at)}
      onDrag={selectable ? (event) => actions.current.drag(event, asset) : undefined}
      onSelect={selectable ? (on, range) => actions.current.select(asset.id, on, range) : undefined}
    />
  );
});
