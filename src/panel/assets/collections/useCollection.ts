'use client';
// A collection, and changes of its properties that don't overwrite what somebody else changed meanwhile.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { CallFailed, isGone, wordsOf, type Tagged } from '../../client/api.ts';
import { call, callRecord } from '../../client/operations.ts';
import { withThumbnails } from '../pictured.ts';
import { spoken } from '../../client/spoken.ts';

/** What editors change here. */
export type CollectionChange = Partial<Pick<Collection, 'name' | 'description' | 'cover' | 'private'>>;

interface OneCollection {
  collection: Collection | null;
  problem: string | null;
  /** It was deleted, or is out of the person's reach. */
  gone: boolean;
  reload: () => void;
  /**
   * Saves properties.
   * @throws CallFailed, also if somebody else changed the same ones; saving again then replaces theirs.
   */
  change: (properties: CollectionChange) => Promise<void>;
}

const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 412;

function conflictOf(theirs: unknown): CallFailed {
  const { t } = spoken();
  const message =
    typeof theirs === 'string'
      ? t('collections:propertyChangedTo', { value: theirs })
      : t('collections:propertyChanged');
  return new CallFailed(message, 412);
}

export function useCollection(id: string): OneCollection {
  const [known, setKnown] = useState<Tagged<Collection> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const [round, setRound] = useState(0);
  const latest = useRef<Tagged<Collection> | null>(null);

  const show = useCallback((found: Tagged<Collection>): void => {
    latest.current = found;
    setKnown(found);
    setGone(false);
    setProblem(null);
  }, []);
  useEffect(() => {
    callRecord('get_collection', { id, ...withThumbnails }).then(show, (error: unknown) => {
      if (isGone(error)) setKnown(null);
      setGone(isGone(error));
      setProblem(wordsOf(error));
    });
  }, [id, round, show]);
  const reload = useCallback(() => {
    setRound((before) => before + 1);
  }, []);
  const read = async (): Promise<Tagged<Collection>> => {
    const found = await callRecord('get_collection', { id, ...withThumbnails });
    show(found);
    return found;
  };

  const change = async (properties: CollectionChange): Promise<void> => {
    const before = latest.current ?? (await read());
    const save = (etag: string) =>
      call('update_collection', { id, body: properties }, { ifMatch: etag || undefined });
    try {
      await save(before.etag);
    } catch (error) {
      if (!isStale(error)) throw error;
      const now = await read();
      const same = (Object.keys(properties) as (keyof CollectionChange)[]).find(
        (key) => now.data[key] !== before.data[key],
      );
      if (same) throw conflictOf(now.data[same]);
      await save(now.etag);
    }
    await read();
  };
  return { collection: known?.data ?? null, problem, gone, reload, change };
}
