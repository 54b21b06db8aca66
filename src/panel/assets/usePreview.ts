// The preview of an asset's file, asked for again while it's being drawn.
import { useEffect } from 'react';
import { useOperation } from '../client/useOperation.ts';
import type { DataFor } from '../client/operations.ts';

const againMs = 2_000;

/** @returns null until loaded */
export function usePreview(id: string): DataFor<'get_asset_preview'> | null {
  const { data, again } = useOperation('get_asset_preview', { id });
  const isPending = data?.state === 'pending';
  useEffect(() => {
    if (!isPending) return;
    const timer = window.setInterval(again, againMs);
    return () => window.clearInterval(timer);
  }, [isPending, again]);
  return data;
}
