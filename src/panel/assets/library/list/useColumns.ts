'use client';
// Which columns the person chose for the list, in their order: kept for them, wherever they sign in.
import { usePreferences } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { firstColumns } from './columns.tsx';

const preference = 'marque-library-columns';

export interface ChosenColumns {
  /** Keys in their order; null until they are known. */
  chosen: readonly string[] | null;
  choose: (keys: readonly string[]) => void;
}

/** Those of the last list: the next one has them at once. */
let last: readonly string[] | null = null;

export function useColumns(): ChosenColumns {
  const { getPreference, setPreference } = usePreferences();
  const [chosen, setChosen] = useState(last);
  const show = (columns: readonly string[]): void => {
    last = columns;
    setChosen(columns);
  };
  useEffect(() => {
    let isOver = false;
    getPreference<{ columns?: string[] } | null>(preference).then(
      (kept) => {
        if (!isOver) show(kept?.columns ?? firstColumns);
      },
      () => {
        if (!isOver && !last) show(firstColumns);
      },
    );
    return () => {
      isOver = true;
    };
  }, [getPreference]);
  return {
    chosen,
    choose: (columns) => {
      show(columns);
      void setPreference(preference, { columns: [...columns] });
    },
  };
}
