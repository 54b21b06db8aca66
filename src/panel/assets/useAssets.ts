'use client';
// A list of found assets that grows as one asks for more, and is asked for again when something was filed or changed.
import { useEffect, useState } from 'react';
import { wordsOf } from '../client/api.ts';
import { findAssets, type AssetQuery, type Found } from './find-assets.ts';

const pageSize = 60;

interface Answer extends Found {
  problem: string | null;
  /** Nothing has come back yet. */
  empty: boolean;
  /** What is shown answers an earlier question. */
  busy: boolean;
  /** There is more than what is shown. */
  more: boolean;
  loadMore: () => void;
}

interface Known {
  question: string;
  found: Found | null;
  problem: string | null;
}

/** @param round another number asks again. */
export function useAssets(query: Omit<AssetQuery, 'limit'>, round: number): Answer {
  const asked = JSON.stringify(query);
  const [pages, setPages] = useState({ asked, count: 1 });
  const count = pages.asked === asked ? pages.count : 1;
  const question = JSON.stringify([asked, count, round]);
  const [known, setKnown] = useState<Known | null>(null);

  useEffect(() => {
    const left = new AbortController();
    // One question for all pages so far: a list that changed meanwhile shows nothing twice.
    const whole = { ...(JSON.parse(asked) as Omit<AssetQuery, 'limit'>), limit: pageSize * count };
    findAssets(whole, left.signal).then(
      (found) => {
        setKnown({ question, found, problem: null });
      },
      (error: unknown) => {
        if (!left.signal.aborted)
          setKnown((before) => ({ question, found: before?.found ?? null, problem: wordsOf(error) }));
      },
    );
    return () => {
      left.abort();
    };
  }, [asked, count, question]);

  const found = known?.found ?? {
    assets: [],
    total: 0,
    facets: { tags: [], types: [], states: [], fields: {} },
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
