// Pictures of assets: which have one, those that Marque renders and those that previewers of modules draw; and where it is.
import { useConfig } from '@payloadcms/ui';
import { useCallback } from 'react';
import { useMe } from '../client/me.tsx';
import { contentOf, hasPicture } from './format.ts';

type Pictured = Parameters<typeof hasPicture>[0];

export function useHasPicture(): (asset: Pictured) => boolean {
  const drawn = (useConfig().config.admin.custom?.marqueDrawnTypes ?? []) as readonly string[];
  return (asset) => hasPicture(asset, drawn);
}

/** Addresses of assets' pictures that the browser keeps, and that change with what the person can access. */
export function useContentOf(): (id: string, transform?: string) => string {
  const v = useMe()?.accessEpoch;
  return useCallback((id, transform) => contentOf(id, transform, v), [v]);
}
