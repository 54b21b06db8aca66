'use client';
// Search results that grow page by page, and reload when assets are added or changed, here or by others.
import { useEffect, useState } from 'react';
import { CallFailed, wordsOf } from '../../client/api.ts';
import { changesTo, useLive } from '../../client/live.ts';
import { findAssets, type AssetQuery, type Found } from '../find-assets.ts';

const pageSize = 60;

export interface FoundAssets extends Found {
  problem: string | null;
  /** Nothing has loaded yet. */
  empty: boolean;
  /** The shown results belong to an earlier query. */
  busy: boolean;
  /** There are more results than shown. */
  more: boolean;
  loadMore: () => void;
  /** How many assets others have added above the shown ones, while the person was further down. */
  added: number;
  /** Shows them. */
  showAdded: () => void;
}

interface Known {
  question: string;
  found: Found | null;
  problem: string | null;
  /** What others have added above `found`, which becomes `latest` once the person asks for it. */
  above: { added: number; latest: Found } | null;
}

/** Whether something new at the top would push what the person looks at out of sight. */
const isScrolled = (): boolean => window.scrollY > 200;

/**
 * Follows what others did. Someone further down keeps the same assets in the same order, without those that are gone.
 *
 * @param latest more of them than are shown, since new ones push others down
 */
function withLatest(known: Known, latest: Found, limit: number): Known {
  const assets = known.found?.assets ?? [];
  const whole = { ...latest, assets: latest.assets.slice(0, limit) };
  if (!isScrolled()) return { ...known, found: whole, problem: null, above: null };
  const now = new Map(latest.assets.map((asset) => [asset.id, asset]));
  const kept = assets.flatMap(({ id }) => now.get(id) ?? []);
  const places = new Set(kept.map(({ id }) => id));
  const end = latest.assets.findLastIndex(({ id }) => places.has(id));
  const added = latest.assets.slice(0, end).filter(({ id }) => !places.has(id)).length;
  return {
    ...known,
    found: { ...latest, assets: kept },
    problem: null,
    above: added > 0 ? { added, latest: whole } : null,
  };
}

const nothing: Found = {
  assets: [],
  total: 0,
  facets: { tags: [], types: [], states: [], fields: {}, modules: [] },
};

/** The server's words about a collection are for callers of the API. */
const wordsOfFailure = (error: unknown): string =>
  error instanceof CallFailed && error.issues.some(({ path }) => path === 'collection')
    ? 'This collection was deleted, or you don’t have access to it. Choose another one, or any.'
    : wordsOf(error);

const shown = changesTo('asset', 'collection', 'field');

/**
 * @param round a new number reloads
 * @param uploading the person is adding assets, which reload the list themselves
 */
export function useAssets(query: Omit<AssetQuery, 'limit'>, round: number, uploading: boolean): FoundAssets {
  const asked = JSON.stringify(query);
  const [pages, setPages] = useState({ asked, count: 1 });
  const count = pages.asked === asked ? pages.count : 1;
  const [restarts, setRestarts] = useState(0);
  const question = JSON.stringify([asked, count, round, restarts]);
  const [known, setKnown] = useState<Known | null>(null);
  const follow = async (): Promise<void> => {
    if (known?.question !== question) {
      // What is being loaded may be from before the change.
      setRestarts((before) => before + 1);
      return;
    }
    const query = JSON.parse(asked) as Omit<AssetQuery, 'limit'>;
    const latest = await findAssets({ ...query, limit: pageSize * (count + 1) });
    setKnown((now) => (now?.question === question ? withLatest(now, latest, pageSize * count) : now));
  };
  useLive(
    (event) => !uploading && shown(event),
    // What is shown stays; the next event tries again.
    () => void follow().catch(() => undefined),
  );

  useEffect(() => {
    const controller = new AbortController();
    // One query for all pages so far, so a list that changed in between shows nothing twice.
    const whole = { ...(JSON.parse(asked) as Omit<AssetQuery, 'limit'>), limit: pageSize * count };
    findAssets(whole, controller.signal).then(
      (found) => {
        setKnown({ question, found, problem: null, above: null });
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setKnown((before) => ({
            question,
            found: before?.found ?? null,
            problem: wordsOfFailure(error),
            above: null,
          }));
      },
    );
    return () => {
      controller.abort();
    };
  }, [asked, count, question]);

  const found = known?.found ?? nothing;
  return {
    ...found,
    problem: known?.problem ?? null,
    empty: known === null,
    busy: known?.question !== question,
    more: found.assets.length < found.total,
    loadMore: () => {
      setPages({ asked, count: count + 1 });
    },
    added: known?.above?.added ?? 0,
    showAdded: () => {
      setKnown((now) => now && { ...now, found: now.above?.latest ?? now.found, above: null });
      window.scrollTo({ top: 0 });
    },
  };
}
