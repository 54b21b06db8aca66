'use client';
// An asset as it's stored, with its texts in each language and its usage terms: read once for its whole page, and again whenever somebody
// changes it.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import type { Stored } from '../../../client/drafts/kept-drafts.ts';
import { useLive, type LiveEvent } from '../../../client/live.ts';
import { urlOf, type OutputFor } from '../../../client/operations.ts';
import { keyOf } from '../../../client/query-cache.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { picturedIn, withThumbnails, type PicturedAsset } from '../../pictured.ts';
import { editedOf, languagesOf, type EditedAsset } from '../form/edited-asset.ts';
import { storedAt } from '../form/stored-version.ts';

export interface AssetRecord {
  /** Null until loaded. */
  asset: PicturedAsset | null;
  /** What is edited of it; null until all of it is loaded. */
  stored: Stored<EditedAsset> | null;
  /** Of the texts, the default first. */
  languages: readonly string[];
  problem: string | null;
  /** It was deleted for good, or is out of the person's reach. */
  gone: boolean;
  /** Reads it again. Doesn't reject. */
  again: () => Promise<void>;
  /** Shows what the server answered to a change. */
  show: (asset: Asset) => Promise<void>;
}

/** What changes the asset itself, or what it has from its collections. */
const concerns =
  (id: string) =>
  ({ resource }: LiveEvent): boolean =>
    resource !== null && (resource.id === id || resource.type === 'collection' || resource.type === 'field');

const keyOfAsset = (id: string) => keyOf(urlOf('get_asset', { id, ...withThumbnails }), null);

const keysOf = (id: string) => [
  keyOfAsset(id),
  keyOf(urlOf('get_asset_texts', { id }), null),
  keyOf(urlOf('get_asset_usage', { id }), null),
];

export function useAssetRecord(id: string): AssetRecord {
  const client = useQueryClient();
  const read = useOperation('get_asset', { id, ...withThumbnails });
  const texts = useOperation('get_asset_texts', { id });
  const usage = useOperation('get_asset_usage', { id });
  const again = useCallback(async (): Promise<void> => {
    await Promise.all(keysOf(id).map((queryKey) => client.refetchQueries({ queryKey, exact: true })));
  }, [client, id]);
  useLive(concerns(id), () => void again());

  const asset = useMemo(
    () => (read.answer && picturedIn([read.answer.data], read.answer.included)[0]) ?? null,
    [read.answer],
  );
  const stored = useMemo(
    () => asset && texts.data && usage.data && storedAt(asset, editedOf(asset, texts.data, usage.data)),
    [asset, texts.data, usage.data],
  );
  const languages = useMemo(() => (texts.data ? languagesOf(texts.data) : []), [texts.data]);
  const show = useCallback(
    async (changed: Asset): Promise<void> => {
      const queryKey = keyOfAsset(id);
      // What is still being read may be from before.
      await client.cancelQueries({ queryKey });
      client.setQueryData<OutputFor<'get_asset'>>(
        queryKey,
        (before) => before && { ...before, data: changed },
      );
    },
    [client, id],
  );
  return {
    asset,
    stored,
    languages,
    problem: read.problem ?? texts.problem ?? usage.problem,
    gone: read.gone,
    again,
    show,
  };
}
