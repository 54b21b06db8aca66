'use client';
// Which columns the person chose for the list, in their order: kept for them, wherever they sign in.
import { usePreferences } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';
import { firstColumns } from './columns.tsx';

const preference = 'marque-library-columns';

export interface ChosenColumns {
  /** Keys in their order; null until they are known. */
  chosen: readonly string[] | null;
  choose: (keys: readonly string[]) => void;
}

/** Those of the last list: the next one has them at once. */
let last: readonly string[] | null = null;

let saving: Promise<unknown> = Promise.resolve();
/** Saves what was chosen last, one after the other: sent at once, an earlier choice could arrive later and stay. */
function saveLast(save: (columns: readonly string[]) => Promise<unknown>): void {
  const columns = last;
  saving = saving.then(async () => {
    if (columns && columns === last) await save(columns).catch(() => undefined);
  });
}

export function useColumns(): ChosenColumns {
  const { getPreference, setPreference } = usePreferences();
  const [chosen, setChosen] = useState(last);
  /** What is still being read is out of date then. */
  const hasChosen = useRef(false);
  const show = (columns: readonly string[]): void => {
    last = columns;
    setChosen(columns);
  };
  useEffect(() => {
    let isOver = false;
    getPreference<{ columns?: string[] } | null>(preference).then(
      (kept) => {
        if (!isOver && !hasChosen.current) show(kept?.columns ?? firstColumns);
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
      hasChosen.current = true;
      show(columns);
      saveLast((now) => setPreference(preference, { columns: [...now] }));
    },
  };
}
