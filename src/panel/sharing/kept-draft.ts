'use client';
// What was typed into a form of a portal or site and isn't saved yet: it survives leaving and reloading, until it's saved or discarded.
import { useEffect, useState } from 'react';

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

/** @param secret properties that are never kept, such as a password */
export function useKeptDraft<Draft extends object>(key: string, secret: readonly (keyof Draft)[]) {
  const [draft, setDraft] = useState<Draft>(() => read(key));
  const isDirty = Object.keys(draft).length > 0;
  const secrets = secret.join();
  useEffect(() => {
    const names = new Set(secrets.split(','));
    write(key, Object.fromEntries(Object.entries(draft).filter(([name]) => !names.has(name))));
  }, [key, draft, secrets]);
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
