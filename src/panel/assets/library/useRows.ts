'use client';
// Long lists: only the rows near the window are in the document, with as much space above and below them as the others take.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useState, type RefObject } from 'react';
import { useQuickRows } from '../../ui/useQuickRows.ts';
import { cardOf, type Place } from './usePlace.ts';

/** Shorter lists are in the document as a whole, so that the browser's own search finds everything in them. */
const wholeUpTo = 120;
/** Rows above and below the window. */
const overscan = 3;
/** Before the first is measured. */
const usualHeight = { grid: 300, list: 52 };

interface Shape {
  /** Items in a row. */
  columns: number;
  gap: number;
  /** Where the list begins in the page. */
  top: number;
}

function shapeOf(list: HTMLElement): Shape {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  return {
    columns: gridTemplateColumns === 'none' ? 1 : gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
    top: list.getBoundingClientRect().top + window.scrollY,
  };
}

const isSame = (one: Shape, other: Shape): boolean =>
  one.columns === other.columns && one.gap === other.gap && Math.abs(one.top - other.top) < 1;

/** As the list is laid out now. */
function useShape(list: RefObject<HTMLElement | null>): Shape {
  const [shape, setShape] = useState<Shape>({ columns: 1, gap: 0, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const follow = (): void => {
      const next = shapeOf(element);
      setShape((now) => (isSame(now, next) ? now : next));
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    // What is above it may grow.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return shape;
}

/** Frames until a row that was scrolled to is in the document. */
const mostFrames = 30;

function focusCard(id: string, top: number | null, frames = mostFrames): void {
  const card = cardOf(id);
  if (!card) {
    if (frames > 0) requestAnimationFrame(() => focusCard(id, top, frames - 1));
    return;
  }
  if (top === null) card.scrollIntoView({ block: 'center' });
  else window.scrollBy({ top: card.getBoundingClientRect().top - top });
  card.querySelector('a')?.focus({ preventScroll: true });
}

interface Rows<Item> {
  shown: readonly Item[];
  /** The index of the first that is shown. */
  from: number;
  /** Pixels. */
  above: number;
  below: number;
  /** The number of the row that begins with an item, whose element has it as `data-index` and is given to `measure`. Undefined: none does. */
  rowAt: (index: number) => number | undefined;
  /** The same function at each draw. */
  measure: (element: HTMLElement | null) => void;
}

/** @param place where rows are revealed */
export function useRows<Item extends { id: string }>(
  list: RefObject<HTMLElement | null>,
  items: readonly Item[],
  kind: 'grid' | 'list',
  { reveal }: Pick<Place, 'reveal'>,
): Rows<Item> {
  const { columns, gap, top } = useShape(list);
  const isWhole = items.length <= wholeUpTo;
  useQuickRows(!isWhole);
  const rows = useWindowVirtualizer({
    count: isWhole ? 0 : Math.ceil(items.length / columns),
    estimateSize: () => usualHeight[kind],
    gap,
    scrollMargin: top,
    overscan,
    enabled: !isWhole,
  });
  useImperativeHandle(reveal, () => (index: number, at: number | null): void => {
    if (!isWhole) rows.scrollToIndex(Math.floor(index / columns), { align: 'center' });
    const item = items[index];
    if (item) focusCard(item.id, at);
  });
  const measure = rows.measureElement;
  if (isWhole) return { shown: items, from: 0, above: 0, below: 0, rowAt: () => undefined, measure };
  const near = rows.getVirtualItems();
  const [first, last] = [near[0], near.at(-1)];
  const from = (first?.index ?? 0) * columns;
  return {
    shown: items.slice(from, ((last?.index ?? -1) + 1) * columns),
    from,
    above: first ? first.start - top : 0,
    below: last ? rows.getTotalSize() - (last.end - top) : rows.getTotalSize(),
    rowAt: (index) => (index % columns === 0 ? index / columns : undefined),
    measure,
  };
}
