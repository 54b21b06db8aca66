'use client';
// Where somebody was in the list: the asset they opened is in the address, and in view again when they come back.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GoTo } from '../../client/useAddress.ts';
import type { FoundAssets } from './useAssets.ts';

/** Pages that are loaded to find the asset. Further down, the list starts at its top. */
const mostPages = 10;

/** @returns a function that notes the asset that is about to be opened. */
export function usePlace(found: FoundAssets, parameters: URLSearchParams, goTo: GoTo): (id: string) => void {
  const at = useRef(parameters.get('at'));
  const pages = useRef(1);
  const { assets, busy, more } = found;
  const onMissing = useEffectEvent(found.loadMore);
  useEffect(() => {
    const id = at.current;
    if (id === null || busy) return;
    const card = document.querySelector(`[data-asset="${CSS.escape(id)}"]`);
    if (!card && more && pages.current < mostPages) {
      pages.current += 1;
      onMissing();
      return;
    }
    at.current = null;
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector('a')?.focus({ preventScroll: true });
  }, [assets, busy, more]);
  return (id) => goTo({ at: id }, 'replace');
}
