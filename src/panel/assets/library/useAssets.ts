'use client';
// Search results that grow page by page, are kept for the way back, and reload when assets are added or changed, here or by others.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { CallFailed, isGone, wordsOf } from '../../client/api.ts';
import { changesTo, useLive } from '../../client/live.ts';
import type { OutputFor } from '../../client/operations.ts';
import { keyOf } from '../../client/query-cache.ts';
import {
  findPage,
  firstPageOf,
  firstPageUrl,
  pageSize,
  type AssetQuery,
  type Found,
  type FoundPage,
} from '../find-assets.ts';
import { spoken } from '../../client/spoken.ts';

export interface FoundAssets extends Found {
  problem: string | null;
  /** Nothing has loaded yet. */
  empty: boolean;
  /** The shown results belong to an earlier query, or more are loading. */
  busy: boolean;
  /** There are more results than shown. */
  more: boolean;
  /** Reads the next page, and only that one. */
  loadMore: () => void;
  /** Reads on until so many are shown. */
  loadTo: (count: number) => void;
  /** How many assets others have added above the shown ones, while the person was further down. */
  added: number;
  /** Shows them. */
  showAdded: () => void;
  /** Reads them again, after that failed. */
  again: () => void;
}

interface Known {
  question: string;
  /** What was searched, without rounds. */
  asked: string;
  found: FoundPage | null;
  problem: string | null;
  /** What others have added above `found`, which becomes `latest` once the person asks for it. */
  above: { added: number; latest: FoundPage } | null;
}

/** Whether something new at the top would push what the person looks at out of sight. */
const isScrolled = (): boolean => window.scrollY > 200;

const wholePages = (count: number): number => Math.max(1, Math.ceil(count / pageSize)) * pageSize;

/** The first `count` assets of a page. Those after it begin at an offset: the page's cursor is that of its end. */
function firstOf(page: FoundPage, count: number): FoundPage {
  if (page.assets.length <= count) return page;
  return { ...page, assets: page.assets.slice(0, count), next: { offset: count } };
}

/** Lists longer than this aren't read again as a whole: they keep what they show. */
const mostFollowed = 600;

/** Follows what others did in a long list: what is new is offered, and what is at its top is as it is now. */
function withLatestTop(known: Known, latest: FoundPage): Known {
  const found = known.found ?? latest;
  const now = new Map(latest.assets.map((asset) => [asset.id, asset]));
  const places = new Set(found.assets.map(({ id }) => id));
  const added = latest.assets.filter(({ id }) => !places.has(id)).length;
  const assets = found.assets.map((asset) => now.get(asset.id) ?? asset);
  return {
    ...known,
    found: { ...found, total: latest.total, facets: latest.facets, assets },
    problem: null,
    above: added > 0 ? { added, latest } : null,
  };
}

/**
 * Follows what others did. Someone further down keeps the same assets in the same order, without those that are gone.
 *
 * @param latest more of them than are shown, since new ones push others down
 */
function withLatest(known: Known, latest: FoundPage): Known {
  const assets = known.found?.assets ?? [];
  const whole = firstOf(latest, wholePages(assets.length));
  if (!isScrolled()) return { ...known, found: whole, problem: null, above: null };
  const now = new Map(latest.assets.map((asset) => [asset.id, asset]));
  const kept = assets.flatMap(({ id }) => now.get(id) ?? []);
  const places = new Set(kept.map(({ id }) => id));
  const end = latest.assets.findLastIndex(({ id }) => places.has(id));
  const added = latest.assets.slice(0, end).filter(({ id }) => !places.has(id)).length;
  return {
    ...known,
    found: { ...latest, assets: kept, next: firstOf(latest, end + 1).next },
    problem: null,
    above: added > 0 ? { added, latest: whole } : null,
  };
}

/** The results with the next page behind them. What both have is shown once, as it is now. */
function withNext(found: FoundPage, page: FoundPage): FoundPage {
  const assets = new Map([...found.assets, ...page.assets].map((asset) => [asset.id, asset]));
  return { ...page, assets: [...assets.values()] };
}

const nothing: Found = {
  assets: [],
  total: 0,
  facets: { tags: [], types: [], states: [], fields: {}, addedBy: [], modules: [] },
};

/** The server's words about a collection are for callers of the API. */
const wordsOfFailure = (error: unknown): string =>
  error instanceof CallFailed && error.issues.some(({ path }) => path === 'collection')
    ? spoken().t('library:collectionGone')
    : wordsOf(error);

const shown = changesTo('asset', 'collection', 'field');

/** Reads on behind what is known. */
function useNextPage(
  query: AssetQuery,
  question: string,
  known: Known | null,
  setKnown: Dispatch<SetStateAction<Known | null>>,
): [growing: boolean, loadTo: (count: number) => void] {
  const [growing, setGrowing] = useState<string | null>(null);
  const next = known?.question === question ? (known.found?.next ?? null) : null;
  const change = (to: (now: Known) => Known): void =>
    setKnown((now) => (now?.question === question ? to(now) : now));
  const shownNow = known?.found?.assets.length ?? 0;
  const growTo = async (count: number): Promise<void> => {
    if (!next || growing === question) return;
    setGrowing(question);
    try {
      const page = await findPage(query, { limit: Math.max(1, count - shownNow), start: next });
      change((now) =>
        // Only behind what it follows: the list may have been reloaded meanwhile.
        now.found?.next === next ? { ...now, found: withNext(now.found, page), problem: null } : now,
      );
    } catch (error) {
      change((now) => ({ ...now, problem: wordsOfFailure(error) }));
    } finally {
      setGrowing((now) => (now === question ? null : now));
    }
  };
  return [growing === question, (count) => void growTo(count)];
}

/** How long a list that is come back to isn't read again. Events drop it from the cache before. */
const freshMs = 30_000;

/** Keeps lists for the way back, and finds there what the server has read. */
function keptList(client: QueryClient, query: AssetQuery, asked: string): FoundPage | null {
  const state = client.getQueryState<FoundPage>(['assets', asked]);
  if (state?.data && Date.now() - state.dataUpdatedAt < freshMs) return state.data;
  const first = client.getQueryData<OutputFor<'list_assets'>>(keyOf(firstPageUrl(query), null));
  return first ? firstPageOf(first) : null;
}

/** What is known of a list, at first from the cache, where it goes again. */
function useKnown(query: AssetQuery, asked: string, question: string) {
  const client = useQueryClient();
  const [known, setKnown] = useState<Known | null>(() => {
    const found = keptList(client, query, asked);
    return found && { question, asked, found, problem: null, above: null };
  });
  useEffect(() => {
    if (known?.found && known.problem === null) client.setQueryData(['assets', known.asked], known.found);
  }, [client, known]);
  return [known, setKnown] as const;
}

/**
 * @param round a new number reloads
 * @param uploading the person is adding assets, which reload the list themselves
 */
export function useAssets(query: AssetQuery, round: number, uploading: boolean): FoundAssets {
  const asked = JSON.stringify(query);
  const [restarts, setRestarts] = useState(0);
  const question = JSON.stringify([asked, round, restarts]);
  const [known, setKnown] = useKnown(query, asked, question);
  const found = known?.found ?? null;
  const [growing, loadTo] = useNextPage(query, question, known, setKnown);
  /** A reload shows as many as before. */
  const loaded = known?.asked === asked ? (found?.assets.length ?? 0) : 0;

  const follow = async (): Promise<void> => {
    if (known?.question !== question) {
      // What is being loaded may be from before the change.
      setRestarts((before) => before + 1);
      return;
    }
    const isLong = loaded > mostFollowed;
    const latest = await findPage(query, { limit: isLong ? pageSize : wholePages(loaded) + pageSize });
    const follows = isLong ? withLatestTop : withLatest;
    setKnown((now) => (now?.question === question ? follows(now, latest) : now));
  };
  useLive(
    (event) => !uploading && shown(event),
    () =>
      void follow().catch((error: unknown) => {
        // Else what is shown stays; the next event tries again.
        if (isGone(error))
          setKnown((now) => now && { ...now, found: null, problem: wordsOfFailure(error), above: null });
      }),
  );

  const onQuestion = useEffectEvent((signal: AbortSignal): void => {
    if (known?.question === question) return;
    findPage(query, { limit: wholePages(Math.min(loaded, mostFollowed)), signal }).then(
      (page) => {
        setKnown({ question, asked, found: page, problem: null, above: null });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const problem = wordsOfFailure(error);
        setKnown((before) => ({ question, asked, found: before?.found ?? null, problem, above: null }));
      },
    );
  });
  useEffect(() => {
    const controller = new AbortController();
    onQuestion(controller.signal);
    return () => controller.abort();
  }, [question]);

  return {
    ...(found ?? nothing),
    problem: known?.problem ?? null,
    empty: known === null,
    busy: known?.question !== question || growing,
    more: Boolean(found?.next),
    loadMore: () => loadTo((found?.assets.length ?? 0) + pageSize),
    loadTo,
    again: () => setRestarts((before) => before + 1),
    added: known?.above?.added ?? 0,
    showAdded: () => {
      setKnown((now) => now && { ...now, found: now.above?.latest ?? now.found, above: null });
      window.scrollTo({ top: 0 });
    },
  };
}
