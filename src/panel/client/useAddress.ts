'use client';
// What the address asks for, as a page reads and writes it.
import { useSearchParams } from 'next/navigation.js';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Puts more into the address, for reloading and going back; null takes out. */
export type GoTo = (changes: Record<string, string | null>, step: 'push' | 'replace') => void;

/**
 * The router follows what is written in a transition: behind whoever presses keys quickly, for whom the next key would be
 * about what was left already. So what was written here counts at once, until the router has caught up with it.
 */
export function useAddress(): [parameters: URLSearchParams, goTo: GoTo] {
  const routed = useSearchParams().toString();
  const [query, setQuery] = useState({ text: routed, ahead: false });
  if ((query.text === routed) === query.ahead) setQuery({ text: routed, ahead: false });
  const latest = useRef(query.text);
  useEffect(() => {
    latest.current = query.text;
  }, [query.text]);
  // Whoever goes back before it has caught up goes where it is: it never comes to what was written.
  useEffect(() => {
    const follow = (): void => {
      setQuery(({ text }) => ({ text, ahead: false }));
    };
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('popstate', follow);
    };
  }, []);
  const goTo = useCallback<GoTo>((changes, step) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name);
      else next.set(name, value);
    const text = next.toString();
    if (text === latest.current) return;
    latest.current = text;
    setQuery({ text, ahead: true });
    window.history[`${step}State`](null, '', `${window.location.pathname}${text ? `?${text}` : ''}`);
  }, []);
  return [new URLSearchParams(query.text), goTo];
}
