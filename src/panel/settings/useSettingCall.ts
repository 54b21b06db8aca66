'use client';
// A call that changes a setting, and what is said when it fails.
import { useState } from 'react';
import { CallFailed, wordsOf } from '../client/api.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate, Words } from '../words/words.tsx';
import type { NamedProperty } from './setting-forms.ts';

type ByName = Readonly<Record<string, string>>;

/** The property that an issue's path is in. */
const nameOf = (path: string): string => path.split(/[.[]/)[0] ?? path;

/** In a list of records, the message says which one it is about. */
function placed(path: string, message: string, t: Translate): string {
  const at = /^\w+\[(\d+)\]\./.exec(path)?.[1];
  return at === undefined ? message : t('settings:inEntry', { number: Number(at) + 1, message });
}

/** The properties that somebody else changed meanwhile, with what they say now; null: something else is wrong. */
function changedMeanwhile(error: unknown): { by: string | null; current: Record<string, unknown> } | null {
  if (!(error instanceof CallFailed) || error.status !== 409) return null;
  const { by = null, current } = (error.detail ?? {}) as {
    by?: string | null;
    current?: Record<string, unknown>;
  };
  return current ? { by, current } : null;
}

function meanwhileWords(
  { by, current }: { by: string | null; current: Record<string, unknown> },
  properties: readonly NamedProperty[],
  { t, list }: Words,
): string {
  const labels = properties.filter(({ name }) => name in current).map(({ label }) => label);
  return t('settings:changedMeanwhile', { by: by ?? t('settings:someone'), properties: list(labels) });
}

interface Options {
  properties: readonly NamedProperty[];
  /** Called with the current values of properties that somebody else has changed. */
  onStale: (current: Record<string, unknown>) => void;
}

export function useSettingCall({ properties, onStale }: Options) {
  const words = useWords();
  const { t } = words;
  const [isStale, setStale] = useState(false);
  const [problems, setProblems] = useState<ByName>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const clear = (): void => {
    setProblems({});
    setProblem(null);
    setStale(false);
  };
  const tell = (error: unknown): void => {
    const meanwhile = changedMeanwhile(error);
    if (meanwhile) {
      setStale(true);
      setProblem(meanwhileWords(meanwhile, properties, words));
      onStale(meanwhile.current);
      return;
    }
    const issues = error instanceof CallFailed ? error.issues : [];
    const known = properties.map(({ name }) => name);
    setProblems(
      Object.fromEntries(issues.map(({ path, message }) => [nameOf(path), placed(path, message, t)])),
    );
    if (!issues.some(({ path }) => known.includes(nameOf(path)))) setProblem(wordsOf(error));
  };
  return {
    problems,
    /** The error that belongs to no property. */
    problem,
    busy,
    /** Somebody else changed what is being edited: their values are loaded, and saving again replaces them. */
    isStale,
    clear,
    /** @returns true if the work succeeded. */
    send: async (work: () => Promise<void>): Promise<boolean> => {
      setBusy(true);
      clear();
      try {
        await work();
        return true;
      } catch (error) {
        tell(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
