'use client';
// Search results that grow page by page, and reload when assets are added or changed.
import { useEffect, useState } from 'react';
import { CallFailed, wordsOf } from '../../client/api.ts';
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
}

interface Known {
  question: string;
  found: Found | null;
  problem: string | null;
}

/** The server's words about a collection are for callers of the API. */
const wordsOfFailure = (error: unknown): string =>
  error instanceof CallFailed && error.issues.some(({ path }) => path === 'collection')
    ? 'This collection was deleted, or you don’t have access to it. Choose another one, or any.'
    : wordsOf(error);

/** @param round a new number reloads. */
export function useAssets(query: Omit<AssetQuery, 'limit'>, round: number): FoundAssets {
  const asked = JSON.stringify(query);
  const [pages, setPages] = useState({ asked, count: 1 });
  const count = pages.asked === asked ? pages.count : 1;
  const question = JSON.stringify([asked, count, round]);
  const [known, setKnown] = useState<Known | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    // One query for all pages so far, so a list that changed in between shows nothing twice.
    const whole = { ...(JSON.parse(asked) as Omit<AssetQuery, 'limit'>), limit: pageSize * count };
    findAssets(whole, controller.signal).then(
      (found) => {
        setKnown({ question, found, problem: null });
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setKnown((before) => ({ question, found: before?.found ?? null, problem: wordsOfFailure(error) }));
      },
    );
    return () => {
      controller.abort();
    };
  }, [asked, count, question]);

  const found = known?.found ?? {
    assets: [],
    total: 0,
    facets: { tags: [], types: [], states: [], fields: {}, modules: [] },
  };
  return {
    ...found,
    problem: known?.problem ?? null,
    empty: known === null,
    busy: known?.question !== question,
    more: found.assets.length < found.total,
    loadMore: () => {
      setPages({ asked, count: count + 1 });
    },
  };
}
