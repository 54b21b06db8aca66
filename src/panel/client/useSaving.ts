'use client';
// Sending a part of a record that is changed at once, and what the server said of it: at the field, where it named one.
import { useState } from 'react';
import { CallFailed, wordsOf } from './api.ts';

export interface Saving {
  busy: boolean;
  /** What was said of a field, or of what lies in it; null: nothing. */
  at: (field: string) => string | null;
  /** What was said of none of the part's fields. */
  problem: string | null;
  /** Does the work; `at` and `problem` then tell what went wrong. */
  save: (work: () => Promise<void>) => Promise<void>;
}

const isUnder = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

/** @param fields those of the part, as the server names them. */
export function useSaving(fields: readonly string[]): Saving {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const issues = failure instanceof CallFailed ? failure.issues : [];
  const said = (those: typeof issues): string | null =>
    those.length > 0 ? those.map(({ message }) => message).join(' ') : null;
  const elsewhere = issues.filter(({ path }) => !fields.some((field) => isUnder(path, field)));
  return {
    busy,
    at: (field) => said(issues.filter(({ path }) => isUnder(path, field))),
    problem: failure === null ? null : issues.length > 0 ? said(elsewhere) : wordsOf(failure),
    save: async (work) => {
      setBusy(true);
      setFailure(null);
      try {
        await work();
      } catch (error) {
        setFailure(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
