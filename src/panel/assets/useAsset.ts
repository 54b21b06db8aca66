'use client';
// Reads assets by id, with the addresses of their thumbnails.
import { useMemo } from 'react';
import { useOperation } from '../client/useOperation.ts';
import { picturedIn, withThumbnails } from './pictured.ts';

/** An asset by id. @param id null: nothing is loaded */
export function useAsset(id: string | null) {
  const { answer, problem, again } = useOperation(
    'get_asset',
    id === null ? null : { id, ...withThumbnails },
  );
  const data = useMemo(() => (answer && picturedIn([answer.data], answer.included)[0]) ?? null, [answer]);
  return { data, problem, again };
}

/** The versions of an asset, newest first. @param id null: nothing is loaded */
export function useVersions(id: string | null) {
  const read = useOperation('list_versions', id === null ? null : { id, ...withThumbnails });
  const { answer, problem, again } = read;
  const data = useMemo(() => answer && picturedIn(answer.data, answer.included), [answer]);
  return { data, problem, again };
}
