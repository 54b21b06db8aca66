'use client';
// Where somebody was in the list: the asset they opened is in the address, and in view again when they come back, as far down in the
// window as it was.
import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { GoTo } from '../../client/useAddress.ts';
import type { FoundAssets } from './useAssets.ts';

/** Pages that are loaded to find the asset. Further down, the list starts at its top. */
const mostPages = 10;

/** Brings the asset at an index into view. @param top pixels from the top of the window; null: in its middle */
export type Reveal = (index: number, top: number | null) => void;

export interface Place {
  /** Set by whatever shows the results: not all of them are in the document. */
  reveal: RefObject<Reveal | null>;
  /** Notes the asset that is about to be opened. */
  leaveAt: (id: string) => void;
}

/** Of the history's entry of a list: how far down the opened asset was. */
interface ListState {
  marqueTop?: number;
}

export const cardOf = (id: string): Element | null =>
  document.querySelector(`[data-asset="${CSS.escape(id)}"]`);

export function usePlace(found: FoundAssets, parameters: URLSearchParams, goTo: GoTo): Place {
  const at = useRef(parameters.get('at'));
  const pages = useRef(1);
  const reveal = useRef<Reveal>(null);
  const { assets, busy, more } = found;
  const onMissing = useEffectEvent(found.loadMore);
  useEffect(() => {
    const id = at.current;
    if (id === null || busy) return;
    const index = assets.findIndex((asset) => asset.id === id);
    if (index < 0 && more && pages.current < mostPages) {
      pages.current += 1;
      onMissing();
      return;
    }
    at.current = null;
    const state = window.history.state as ListState | null;
    if (index >= 0) reveal.current?.(index, state?.marqueTop ?? null);
  }, [assets, busy, more]);
  const leaveAt = useCallback(
    (id: string): void => {
      const top = cardOf(id)?.getBoundingClientRect().top;
      goTo({ at: id }, 'replace', top === undefined ? null : ({ marqueTop: top } satisfies ListState));
    },
    [goTo],
  );
  return { reveal, leaveAt };
}
