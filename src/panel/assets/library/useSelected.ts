'use client';
// The selected assets. They stay selected when the search changes and no longer finds them.
import { useMemo, useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** As the results have them now, else as they were when they were selected. In the order of selecting. */
  assets: Asset[];
  /** @param range up to the one that was clicked before */
  select: (id: string, on: boolean, range?: boolean) => void;
  /** How many of them the results don't show. */
  elsewhere: number;
  /** Whether all of so many results are selected. */
  hasAll: (total: number) => boolean;
  add: (assets: readonly Asset[]) => void;
  remove: (assets: readonly Asset[]) => void;
  /** Selects these instead. */
  replace: (assets: Iterable<Asset>) => void;
}

/** @param found the results */
export function useSelected(found: readonly Asset[]): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, Asset>>(new Map());
  const [last, setLast] = useState<string | null>(null);
  const assets = useMemo(() => {
    const now = new Map(found.map((asset) => [asset.id, asset]));
    return [...selected.values()].map((asset) => now.get(asset.id) ?? asset);
  }, [found, selected]);
  const ids = useMemo(() => new Set(selected.keys()), [selected]);

  const select: Selection['select'] = (id, on, range = false) => {
    const [at, from] = [id, last].map((one) => found.findIndex((asset) => asset.id === one)) as [
      number,
      number,
    ];
    const several = range && from >= 0 ? found.slice(Math.min(at, from), Math.max(at, from) + 1) : [];
    const next = new Map(selected);
    for (const asset of several.length > 0 ? several : found.slice(at, at + 1))
      if (on) next.set(asset.id, asset);
      else next.delete(asset.id);
    setSelected(next);
    setLast(id);
  };
  const shown = found.filter(({ id }) => ids.has(id)).length;
  return {
    ids,
    assets,
    elsewhere: ids.size - shown,
    hasAll: (total) => shown === found.length && ids.size >= total,
    select,
    add: (those) =>
      setSelected((now) => new Map([...now, ...those.map((asset) => [asset.id, asset] as const)])),
    remove: (those) => {
      const gone = new Set(those.map(({ id }) => id));
      setSelected((now) => new Map([...now].filter(([id]) => !gone.has(id))));
    },
    replace: (those) => setSelected(new Map([...those].map((asset) => [asset.id, asset]))),
  };
}
