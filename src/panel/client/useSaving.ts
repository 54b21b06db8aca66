'use client';
// Saves part of a record, and assigns the server's errors to their fields.
import { useState } from 'react';
import { CallFailed, wordsOf } from './api.ts';
import { errorWords } from './error-words.ts';

export interface Saving {
  busy: boolean;
  /** The error of a field or anything inside it; null: none. */
  at: (field: string) => string | null;
  /** The error that belongs to none of the fields. */
  problem: string | null;
  /** Runs the work; `at` and `problem` then hold its errors. */
  save: (work: () => Promise<void>) => Promise<void>;
}

const isUnder = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

/** @param fields the part's fields, by the server's names; empty: every error is shown as one problem. */
export function useSaving(fields: readonly string[] = []): Saving {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const issues = failure instanceof CallFailed ? failure.issues : [];
  const messagesOf = (those: typeof issues): string | null =>
    those.length > 0 ? (errorWords('invalid', those.map(({ message }) => message).join(' ')) ?? null) : null;
  const elsewhere = issues.filter(({ path }) => !fields.some((field) => isUnder(path, field)));
  return {
    busy,
    at: (field) => messagesOf(issues.filter(({ path }) => isUnder(path, field))),
    problem: failure === null ? null : issues.length > 0 ? messagesOf(elsewhere) : wordsOf(failure),
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
