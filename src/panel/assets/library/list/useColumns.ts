'use client';
// Which columns the person chose for the list, in their order.
import { keeperOf, useKept } from '../../../client/useKept.ts';
import { firstColumns } from './columns.tsx';

const keeper = keeperOf<{ columns?: readonly string[] }>('marque-library-columns', {});

export interface ChosenColumns {
  /** Keys in their order; null until they are known. */
  chosen: readonly string[] | null;
  choose: (keys: readonly string[]) => void;
}

export function useColumns(): ChosenColumns {
  const [kept, keep] = useKept(keeper);
  return {
    chosen: kept && (kept.columns ?? firstColumns),
    choose: (columns) => keep({ columns }),
  };
}
