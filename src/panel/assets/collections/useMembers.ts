'use client';
// The assets of a collection in their order. Changes show at once, are sent one after the other, and can be undone.
import { toast } from '@payloadcms/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { CallFailed, wordsOf } from '../../client/api.ts';
import { useLive } from '../../client/live.ts';
import { call } from '../../client/operations.ts';
import { moveItem } from '../../ui/move-item.ts';
import { offerUndo } from '../../ui/undo.ts';
import { listedStates } from '../states.ts';

const pageSize = 100;

interface Page {
  assets: Asset[];
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
  const assets: Asset[] = [];
  let next = after;
  let total: number;
  do {
    const page: { data: Asset[]; total: number; next: string | null } = await call('list_collection_assets', {
      id,
      status: [...listedStates],
      limit: pageSize,
      ...(next === null ? {} : { cursor: next }),
    });
    assets.push(...page.data);
    ({ next, total } = page);
  } while (next !== null && assets.length < wanted);
  return { assets, total, next };
}

export const nameOf = ({ metadata, filename }: Asset): string => metadata.title ?? filename;

export interface Members {
  assets: readonly Asset[] | null;
  total: number;
  more: boolean;
  problem: string | null;
  loadMore: () => void;
  add: (asset: Asset) => void;
  remove: (asset: Asset) => void;
  /** Moves an asset to an index of the list. */
  move: (asset: Asset, to: number) => void;
}

const wordsOfRefused = (error: unknown): string =>
  error instanceof CallFailed && error.status === 422
    ? 'Someone else changed this collection. It has been reloaded; try again.'
    : wordsOf(error);

/** What is shown of a collection, and reading it again. @param round a new number reloads. */
function usePages(id: string, round: number) {
  const [page, setPage] = useState<Page | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  /** How many were loaded. */
  const wanted = useRef(pageSize);
  useEffect(() => {
    let left = false;
    readMembers(id, { wanted: wanted.current }).then(
      (found) => {
        if (left) return;
        setPage(found);
        setProblem(null);
      },
      (error: unknown) => {
        if (!left) setProblem(wordsOf(error));
      },
    );
    return () => {
      left = true;
    };
  }, [id, round, again]);
  const reload = useCallback(() => {
    setAgain((before) => before + 1);
  }, []);
  const loadMore = async (): Promise<void> => {
    if (!page?.next) return;
    wanted.current += pageSize;
    try {
      const { assets, total, next } = await readMembers(id, { after: page.next });
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
  return { page, setPage, problem, reload, loadMore };
}

interface MemberChange {
  add?: string[];
  remove?: string[];
  before?: string | null;
}

/** Sends each change after those before it. A refused one is shown, and `onRefused` is called. */
function useSending(id: string, onRefused: () => void, onChanged: () => void) {
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  const send = (body: MemberChange, then?: () => void): Promise<void> => {
    waiting.current += 1;
    queue.current = queue.current.then(async () => {
      try {
        await call('change_collection_assets', { id, body });
        then?.();
      } catch (error) {
        toast.error(wordsOfRefused(error));
        onRefused();
      }
      waiting.current -= 1;
      onChanged();
    });
    return queue.current;
  };
  return { send, isSending: () => waiting.current > 0 };
}

/** @param round a new number reloads. @param onChanged called after each change. */
export function useMembers(id: string, round: number, onChanged: () => void): Members {
  const { page, setPage, problem, reload, loadMore } = usePages(id, round);
  const { send, isSending } = useSending(id, reload, onChanged);
  // What is being sent is shown already, and its own event reloads once it's there.
  useLive(
    ({ resource }) => resource?.type === 'collection' && resource.id === id && !isSending(),
    () => {
      reload();
      onChanged();
    },
  );
  const assets = page?.assets ?? [];
  const show = (next: Asset[]): void => {
    setPage((now) => now && { ...now, assets: next, total: now.total + next.length - now.assets.length });
  };
  /** Puts an asset before another one, or at the end, and shows it there. */
  const place = async (asset: Asset, before: string | null): Promise<void> => {
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
        offerUndo(`“${nameOf(asset)}” removed from the collection`, () => place(asset, behind));
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
        offerUndo('Order changed', () => place(asset, behind), `order-${id}`);
      });
    },
  };
}
