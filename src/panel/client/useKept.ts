'use client';
// What a person chose for a view: kept for them, wherever they sign in.
import { usePreferences } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';

/** Where a view keeps a choice, as JSON. */
export interface Keeper<Choice> {
  preference: string;
  /** Of somebody who never chose. */
  first: Choice;
  /** What was last seen or chosen: the next view has it at once. */
  last: () => Choice | null;
  remember: (choice: Choice) => void;
  /** Saves what was remembered last, one after the other: sent at once, an earlier choice could arrive later and stay. */
  saveLast: (save: (choice: Choice) => Promise<unknown>) => void;
}

export function keeperOf<Choice>(preference: string, first: Choice): Keeper<Choice> {
  let last: Choice | null = null;
  let saving: Promise<unknown> = Promise.resolve();
  return {
    preference,
    first,
    last: () => last,
    remember: (choice) => {
      last = choice;
    },
    saveLast: (save) => {
      const choice = last;
      saving = saving.then(async () => {
        if (choice !== null && choice === last) await save(choice).catch(() => undefined);
      });
    },
  };
}

/** @returns the choice, null until it's known, and what changes it */
export function useKept<Choice>(
  keeper: Keeper<Choice>,
): [kept: Choice | null, keep: (choice: Choice) => void] {
  const { getPreference, setPreference } = usePreferences();
  const [kept, setKept] = useState(keeper.last);
  /** What is still being read is out of date then. */
  const hasChosen = useRef(false);
  useEffect(() => {
    let isOver = false;
    const show = (choice: Choice): void => {
      keeper.remember(choice);
      setKept(() => choice);
    };
    getPreference<Choice | null>(keeper.preference).then(
      (found) => {
        if (!isOver && !hasChosen.current) show(found ?? keeper.first);
      },
      () => {
        if (!isOver && !keeper.last()) show(keeper.first);
      },
    );
    return () => {
      isOver = true;
    };
  }, [keeper, getPreference]);
  const keep = (choice: Choice): void => {
    hasChosen.current = true;
    keeper.remember(choice);
    setKept(() => choice);
    keeper.saveLast((last) => setPreference(keeper.preference, last));
  };
  return [kept, keep];
}
