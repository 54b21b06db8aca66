'use client';
// Which asset of the results is looked at, and the space bar that opens it.
import { useState, type KeyboardEvent } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { cardOf, type Place } from '../usePlace.ts';

export interface Look {
  /** Its place in the results; null: none. */
  at: number | null;
  look: (at: number) => void;
  /** Closes it; the asset's card has the focus. */
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useQuickLook(assets: readonly Asset[], { reveal }: Pick<Place, 'reveal'>): Look {
  const [seen, setSeen] = useState<{ id: string; at: number } | null>(null);
  const now = seen ? assets.findIndex(({ id }) => id === seen.id) : -1;
  // One that is gone makes room for the one behind it.
  const at = seen && assets.length > 0 ? (now >= 0 ? now : Math.min(seen.at, assets.length - 1)) : null;
  const look = (to: number): void => {
    const asset = assets[to];
    if (asset) setSeen({ id: asset.id, at: to });
  };
  return {
    at,
    look,
    close: () => {
      const id = at === null ? undefined : assets[at]?.id;
      setSeen(null);
      if (id === undefined) return;
      // After the dialog has given the focus back to where it was opened.
      setTimeout(() => {
        const card = cardOf(id);
        // One that was stepped to may be far from the window.
        if (!card) reveal.current?.(at ?? 0, null);
        card?.scrollIntoView({ block: 'nearest' });
        card?.querySelector('a')?.focus({ preventScroll: true });
      });
    },
    onKeyDown: (event) => {
      const target = event.target as Element;
      if (event.key !== ' ' || target.closest('input, button, dialog')) return;
      const id = target.closest<HTMLElement>('[data-asset]')?.dataset.asset;
      const to = assets.findIndex((asset) => asset.id === id);
      if (to < 0) return;
      event.preventDefault();
      look(to);
    },
  };
}
