'use client';
// What was typed into a form of a portal or site and isn't saved yet: it survives leaving and reloading, until it's saved or discarded.
import { useCallback, useEffect, useState, type SetStateAction } from 'react';
import { useInBrowser } from '../client/drafts/useInBrowser.ts';

function read<Draft extends object>(key: string): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Draft;
  } catch {
    return {} as Draft; // The browser keeps nothing.
  }
}

function write(key: string, draft: object): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The browser keeps nothing, or has no room for it.
  }
}

const nothing = {};

/** @param secret properties that are never kept, such as a password */
export function useKeptDraft<Draft extends object>(key: string, secret: readonly (keyof Draft)[]) {
  const isInBrowser = useInBrowser();
  // Null: it hasn't been read yet. The server knows no drafts, and what it drew is taken over before one shows.
  const [known, setKnown] = useState<Draft | null>(null);
  if (isInBrowser && known === null) setKnown(read<Draft>(key));
  const draft = known ?? (nothing as Draft);
  const setDraft = useCallback(
    (next: SetStateAction<Draft>): void =>
      setKnown((before) => (typeof next === 'function' ? next(before ?? read<Draft>(key)) : next)),
    [key],
  );
  const isDirty = Object.keys(draft).length > 0;
  const secrets = secret.join();
  useEffect(() => {
    if (known === null) return;
    const names = new Set(secrets.split(','));
    write(key, Object.fromEntries(Object.entries(known).filter(([name]) => !names.has(name))));
  }, [key, known, secrets]);
  // Only what isn't kept would be lost: the rest is there again after a reload.
  const isLost = secret.some((name) => draft[name] !== undefined);
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [isLost]);
  return { draft, setDraft, isDirty };
}
