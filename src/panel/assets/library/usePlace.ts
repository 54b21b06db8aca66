'use client';
// Where somebody was in the list: the asset they opened is in the address, and in view again when they come back, as far down in the
// window as it was.
import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { GoTo } from '../../client/useAddress.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { countToFind } from './count-to-find.ts';
import type { FoundAssets } from './useAssets.ts';

/** Loading that fails isn't tried forever. */
const mostTries = 12;

/** Brings the asset at an index into view. @param top pixels from the top of the window; null: in its middle */
export type Reveal = (index: number, top: number | null) => void;

export interface Place {
  /** Set by whatever shows the results: not all of them are in the document. */
  reveal: RefObject<Reveal | null>;
  /** Notes the asset that is about to be opened. */
  leaveAt: (id: string) => void;
}

/** Of the history's entry of a list: how far down the opened asset was, in the window and among the others. */
interface ListState {
  marqueTop?: number;
  marqueIndex?: number;
}

const stateHere = (): ListState => (window.history.state ?? {}) as ListState;

export const cardOf = (id: string): Element | null =>
  document.querySelector(`[data-asset="${CSS.escape(id)}"]`);

export function usePlace(found: FoundAssets, parameters: URLSearchParams, goTo: GoTo): Place {
  const at = useRef(parameters.get('at'));
  const tries = useRef(0);
  const reveal = useRef<Reveal>(null);
  const { assets, busy, more } = found;
  const onMissing = useEffectEvent(found.loadTo);
  const latest = useLatest(assets);
  useEffect(() => {
    const id = at.current;
    if (id === null || busy) return;
    const index = assets.findIndex((asset) => asset.id === id);
    const { marqueTop = null, marqueIndex = null } = stateHere();
    const count = index < 0 && more ? countToFind(assets.length, marqueIndex) : null;
    if (count !== null && tries.current < mostTries) {
      tries.current += 1;
      onMissing(count);
      return;
    }
    at.current = null;
    if (index >= 0) reveal.current?.(index, marqueTop);
  }, [assets, busy, more]);
  const leaveAt = useCallback(
    (id: string): void => {
      const top = cardOf(id)?.getBoundingClientRect().top;
      const marqueIndex = latest.current.findIndex((asset) => asset.id === id);
      const state: ListState = { ...(top !== undefined && { marqueTop: top }), marqueIndex };
      goTo({ at: id }, 'replace', marqueIndex < 0 ? null : state);
    },
    [goTo, latest],
  );
  return { reveal, leaveAt };
}
