'use client';
// The assets of a collection in their order. Changes show at once, are sent one after the other, and can be undone.
import { toast } from '@payloadcms/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailed, isGone, wordsOf } from '../../client/api.ts';
import { useLive } from '../../client/live.ts';
import { call, type OutputFor } from '../../client/operations.ts';
import { moveItem } from '../../ui/move-item.ts';
import { offerUndo } from '../../ui/undo.ts';
import { nameOf } from '../name-of.ts';
import { picturedIn, withThumbnails, type PicturedAsset } from '../pictured.ts';
import { listedStates } from '../states.ts';
import { spoken } from '../../client/spoken.ts';

const pageSize = 100;

interface Page {
  assets: PicturedAsset[];
  total: number;
  next: string | null;
}

interface Wanted {
  /** Pages are read until there are as many; otherwise one. */
  wanted?: number;
  /** The cursor to go on from. */
  after?: string | null;
}

async function readMembers(id: string, { wanted = 0, after = null }: Wanted): Promise<Page> {
  const assets: PicturedAsset[] = [];
  let next = after;
  let total: number;
  do {
    const page: OutputFor<'list_collection_assets'> = await call('list_collection_assets', {
      id,
      ...withThumbnails,
      status: [...listedStates],
      limit: pageSize,
      ...(next === null ? {} : { cursor: next }),
    });
    assets.push(...picturedIn(page.data, page.included));
    ({ next, total } = page);
  } while (next !== null && assets.length < wanted);
  return { assets, total, next };
}

export interface Members {
  assets: readonly PicturedAsset[] | null;
  total: number;
  more: boolean;
  problem: string | null;
  loadMore: () => void;
  add: (asset: PicturedAsset) => void;
  remove: (asset: PicturedAsset) => void;
  /** Moves an asset to an index of the list. */
  move: (asset: PicturedAsset, to: number) => void;
}

const wordsOfRefused = (error: unknown): string =>
  error instanceof CallFailed && error.status === 422
    ? spoken().t('collections:changedByOther')
    : wordsOf(error);

/**
 * Whether an answer has all that is shown. While changes are being sent it may lack them, and so may one that was asked for before or
 * meanwhile.
 */
function useHolding(reload: () => void) {
  const pending = useRef(0);
  const epoch = useRef(0);
  const isMissed = useRef(false);
  return {
    /** Called before a change is shown and sent; what it returns is called once that has ended. */
    hold: useCallback(() => {
      pending.current += 1;
      epoch.current += 1;
      return () => {
        pending.current -= 1;
        epoch.current += 1;
        if (pending.current > 0 || !isMissed.current) return;
        isMissed.current = false;
        reload();
      };
    }, [reload]),
    /** Called before reading; what it returns is true if the answer is current. If not, another one is read. */
    begin: useCallback(() => {
      const begun = epoch.current;
      return (): boolean => {
        if (pending.current > 0) isMissed.current = true;
        else if (begun === epoch.current) return true;
        else reload();
        return false;
      };
    }, [reload]),
  };
}

/** What is shown of a collection, and reading it again. @param round a new number reloads. */
function usePages(id: string, round: number) {
  const [page, setPage] = useState<Page | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  /** How many were loaded. */
  const wanted = useRef(pageSize);
  const reload = useCallback(() => {
    setAgain((before) => before + 1);
  }, []);
  const { hold, begin } = useHolding(reload);
  useEffect(() => {
    let left = false;
    const isCurrent = begin();
    readMembers(id, { wanted: wanted.current }).then(
      (found) => {
        if (left || !isCurrent()) return;
        setPage(found);
        setProblem(null);
      },
      (error: unknown) => {
        if (left) return;
        if (isGone(error)) setPage({ assets: [], total: 0, next: null });
        setProblem(wordsOf(error));
      },
    );
    return () => {
      left = true;
    };
  }, [id, round, again, begin]);
  const loadMore = async (): Promise<void> => {
    if (!page?.next) return;
    wanted.current += pageSize;
    const isCurrent = begin();
    try {
      const { assets, total, next } = await readMembers(id, { after: page.next });
      if (!isCurrent()) return;
      setPage((now) => {
        // Reloaded meanwhile: that brought them.
        if (now?.next !== page.next) return now;
        const known = new Set(now.assets.map((asset) => asset.id));
        return { assets: [...now.assets, ...assets.filter((asset) => !known.has(asset.id))], total, next };
      });
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  return { page, setPage, problem, reload, loadMore, hold };
}

interface MemberChange {
  add?: string[];
  remove?: string[];
  before?: string | null;
}

interface Sending {
  id: string;
  hold: () => () => void;
  onRefused: () => void;
  onChanged: () => void;
}

/** Sends each change after those before it. A refused one is shown, and `onRefused` is called. */
function useSending({ id, hold, onRefused, onChanged }: Sending) {
  const queue = useRef<Promise<void>>(Promise.resolve());
  return (body: MemberChange, then?: () => void): Promise<void> => {
    const release = hold();
    queue.current = queue.current.then(async () => {
      try {
        await call('change_collection_assets', { id, body });
        then?.();
      } catch (error) {
        toast.error(wordsOfRefused(error));
        onRefused();
      }
      release();
      onChanged();
    });
    return queue.current;
  };
}

/** @param round a new number reloads. @param onChanged called after each change. */
export function useMembers(id: string, round: number, onChanged: () => void): Members {
  const { page, setPage, problem, reload, loadMore, hold } = usePages(id, round);
  const send = useSending({ id, hold, onRefused: reload, onChanged });
  useLive(
    ({ resource }) => resource?.type === 'collection' && resource.id === id,
    () => {
      reload();
      onChanged();
    },
  );
  const assets = page?.assets ?? [];
  const show = (next: PicturedAsset[]): void => {
    setPage((now) => now && { ...now, assets: next, total: now.total + next.length - now.assets.length });
  };
  /** Puts an asset before another one, or at the end, and shows it there. */
  const place = async (asset: PicturedAsset, before: string | null): Promise<void> => {
    await send({ add: [asset.id], before });
    reload();
  };
  return {
    assets: page && page.assets,
    total: page?.total ?? 0,
    more: page !== null && page.next !== null,
    problem,
    loadMore: () => void loadMore(),
    add: (asset) => {
      show([...assets, asset]);
      void send({ add: [asset.id] });
    },
    remove: (asset) => {
      const at = assets.findIndex((one) => one.id === asset.id);
      const behind = assets[at + 1]?.id ?? null;
      show(assets.filter((one) => one.id !== asset.id));
      void send({ remove: [asset.id] }, () => {
        offerUndo(spoken().t('collections:removedOne', { name: nameOf(asset) }), () => place(asset, behind));
      });
    },
    move: (asset, to) => {
      const from = assets.findIndex((one) => one.id === asset.id);
      const target = Math.max(0, Math.min(assets.length - 1, to));
      if (from === target || from < 0) return;
      const behind = assets[from + 1]?.id ?? null;
      const moved = moveItem(assets, from, target);
      show(moved);
      void send({ add: [asset.id], before: moved[target + 1]?.id ?? null }, () => {
        offerUndo(spoken().t('collections:orderChanged'), () => place(asset, behind), `order-${id}`);
      });
    },
  };
}
