'use client';
// Changing the order of a list: by dragging its items, and by the arrow keys on their grips.
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useWords } from '../words/useWords.ts';
import { isRightToLeft } from './direction.ts';

/** Where a dragged item would be put, relative to another. */
export type DropSide = 'before' | 'after';

interface Options {
  /** Ids of the items, in their order. */
  ids: readonly string[];
  /** Which way the list runs: across, as cards do, or down. */
  runs: 'across' | 'down';
  /** Called with indexes; not called where nothing moves. */
  onMove: (from: number, to: number) => void;
  /** What is announced after a move; null: nothing. */
  nameOf: (id: string) => string;
}

/** The index that a key moves an item to; null: it isn't one of those. */
export function indexAfter(
  { key, currentTarget }: Pick<KeyboardEvent, 'key' | 'currentTarget'>,
  index: number,
  total: number,
): number | null {
  const before = Math.max(0, index - 1);
  const after = Math.min(total - 1, index + 1);
  switch (key) {
    case 'ArrowUp':
      return before;
    case 'ArrowDown':
      return after;
    case 'ArrowLeft':
      return isRightToLeft(currentTarget) ? after : before;
    case 'ArrowRight':
      return isRightToLeft(currentTarget) ? before : after;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}

/** The half of an element that the pointer is over, in the direction of reading. */
export function sideOf(event: DragEvent<HTMLElement>, runs: Options['runs']): DropSide {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  if (runs === 'down') return event.clientY < top + height / 2 ? 'before' : 'after';
  const isLeft = event.clientX < left + width / 2;
  return isLeft !== isRightToLeft(event.currentTarget) ? 'before' : 'after';
}

/** Dragging with the mouse. */
function useDrag({ ids, runs, nameOf }: Options, move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ id: string; side: DropSide } | null>(null);
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (id: string) => ({
    isDragged: dragged === id,
    /** Where what is dragged would be put. */
    over: dragged !== null && dragged !== id && over?.id === id ? over.side : null,
    /** For the element that is dragged. */
    source: {
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>): void => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', nameOf(id));
        setDragged(id);
      },
      onDragEnd: end,
    },
    /** For the element that others are dropped on. */
    target: {
      onDragOver: (event: DragEvent<HTMLElement>): void => {
        if (dragged === null) return;
        event.preventDefault();
        const side = sideOf(event, runs);
        if (over?.id !== id || over.side !== side) setOver({ id, side });
      },
      onDrop: (event: DragEvent<HTMLElement>): void => {
        if (dragged === null) return;
        event.preventDefault();
        const from = ids.indexOf(dragged);
        const gap = ids.indexOf(id) + (sideOf(event, runs) === 'after' ? 1 : 0);
        // Taking it out moves what follows one place up.
        if (dragged !== id) move(from, from < gap ? gap - 1 : gap);
        end();
      },
    },
  });
}

export function useReorder(options: Options) {
  const { t } = useWords();
  const { ids, onMove, nameOf } = options;
  const [said, setSaid] = useState('');
  const refocus = useRef<string | null>(null);
  // An element that React puts elsewhere in the document loses the focus.
  useEffect(() => {
    if (refocus.current === null) return;
    document.querySelector<HTMLElement>(`[data-grip="${CSS.escape(refocus.current)}"]`)?.focus();
    refocus.current = null;
  });
  const move = (from: number, to: number): void => {
    if (from === to) return;
    onMove(from, to);
    setSaid(t('ui:movedTo', { name: nameOf(ids[from] ?? ''), position: to + 1, total: ids.length }));
  };
  return {
    /** For screen readers. */
    said,
    move,
    dragOf: useDrag(options, move),
    /** For the button by which an item is moved. */
    gripOf: (id: string) => {
      const index = ids.indexOf(id);
      return {
        label: t('ui:moveOne', { name: nameOf(id), position: index + 1, total: ids.length }),
        title: t('ui:moveHint'),
        'data-grip': id,
        onKeyDown: (event: KeyboardEvent): void => {
          const to = indexAfter(event, index, ids.length);
          if (to === null) return;
          event.preventDefault();
          refocus.current = id;
          move(index, to);
        },
      };
    },
  };
}

export type Reorder = ReturnType<typeof useReorder>;
