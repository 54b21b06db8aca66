'use client';
// Groups of near-duplicates in the workspace, page by page. What is decided leaves the list.
import { useCallback, useEffect, useState } from 'react';
import { wordsOf } from '../../client/api.ts';
import { call, type OutputFor } from '../../client/operations.ts';
import { reading } from '../../client/reading.ts';
import { picturedIn, withThumbnails, type PicturedAsset } from '../pictured.ts';

type Page = OutputFor<'list_duplicates'>;

export interface Alike {
  asset: PicturedAsset;
  /** How it is like the first one. */
  kind: Page['data'][number]['assets'][number]['kind'];
}

export interface Group {
  /** The ID of the first one. */
  key: string;
  /** The largest picture first. */
  assets: readonly Alike[];
  /** How many there are; large groups aren't listed whole. */
  count: number;
}

interface Duplicates {
  /** Null until loaded. */
  groups: readonly Group[] | null;
  total: number;
  /** Pictures that haven't been compared yet. */
  pending: number;
  problem: string | null;
  /** Loads what couldn't be loaded. */
  again: () => void;
  /** Loads the next page; null if there is none. */
  loadMore: (() => void) | null;
  /** Takes assets out of their group, and a group that has no others out of the list. */
  leave: (key: string, ids: readonly string[]) => void;
}

const pageSize = 20;

function groupsIn({ data, included }: Page): Group[] {
  return data.flatMap(({ assets, count }) => {
    const [first] = assets;
    if (!first) return [];
    const pictured = picturedIn(
      assets.map(({ asset }) => asset),
      included,
    );
    const alike = pictured.map((asset, at): Alike => ({ asset, kind: assets[at]?.kind ?? 'duplicate' }));
    return [{ key: first.asset.id, assets: alike, count }];
  });
}

function without({ assets, count, ...group }: Group, ids: readonly string[]): Group {
  const left = assets.filter(({ asset }) => !ids.includes(asset.id));
  return { ...group, assets: left, count: count - (assets.length - left.length) };
}

/** @param kept whether those that are kept on purpose are listed, instead of all others */
export function useDuplicates(kept: boolean): Duplicates {
  // A new object each time, so that a page that couldn't be loaded is loaded again.
  const [from, setFrom] = useState<{ cursor: string | null }>({ cursor: null });
  const [groups, setGroups] = useState<readonly Group[] | null>(null);
  const [{ total, pending, next }, setAbout] = useState<Pick<Page, 'total' | 'pending' | 'next'>>({
    total: 0,
    pending: 0,
    next: null,
  });
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const { cursor } = from;
    const query = { kept: kept ? ('true' as const) : ('false' as const), limit: pageSize, ...withThumbnails };
    return reading(
      (signal) => call('list_duplicates', { ...query, ...(cursor === null ? {} : { cursor }) }, { signal }),
      (page) => {
        setGroups((before) => (cursor === null ? groupsIn(page) : [...(before ?? []), ...groupsIn(page)]));
        setAbout({ total: page.total, pending: page.pending, next: page.next });
        setProblem(null);
      },
      (error) => setProblem(wordsOf(error)),
    );
  }, [from, kept]);
  const leave = useCallback((key: string, ids: readonly string[]) => {
    setGroups(
      (before) =>
        before?.flatMap((group) => {
          if (group.key !== key) return [group];
          const left = without(group, ids);
          return left.count < 2 ? [] : [left];
        }) ?? null,
    );
  }, []);
  return {
    groups,
    total,
    pending,
    problem,
    again: () => setFrom(({ cursor }) => ({ cursor })),
    loadMore: next === null ? null : () => setFrom({ cursor: next }),
    leave,
  };
}
