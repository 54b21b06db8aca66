'use client';
// Reads and writes the query string of the address.
import { useSearchParams } from 'next/navigation.js';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Sets query parameters, so they survive reloading and going back; null or an empty list removes one.
 * @param state what the history's entry keeps besides
 */
export type GoTo = (
  changes: Record<string, string | readonly string[] | null>,
  step: 'push' | 'replace',
  state?: object | null,
) => void;

/**
 * The router updates in a transition, too late for someone who presses keys quickly: the next key would act on the previous
 * item. So a change counts immediately, until the router catches up.
 */
export function useAddress(): [parameters: URLSearchParams, goTo: GoTo] {
  const routed = useSearchParams().toString();
  const [query, setQuery] = useState({ text: routed, ahead: false });
  if ((query.text === routed) === query.ahead) setQuery({ text: routed, ahead: false });
  const latest = useRef(query.text);
  useEffect(() => {
    latest.current = query.text;
  }, [query.text]);
  // Going back counts immediately, too: Payload's list rewrites the address of an entry that comes back, and the router may then miss it.
  useEffect(() => {
    const path = window.location.pathname;
    const follow = (): void => {
      // This view is left.
      if (window.location.pathname !== path) return;
      setQuery({ text: new URLSearchParams(window.location.search).toString(), ahead: true });
    };
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('popstate', follow);
    };
  }, []);
  const goTo = useCallback<GoTo>((changes, step, state = null) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      next.delete(name);
      for (const one of [value ?? []].flat()) next.append(name, one);
    }
    const text = next.toString();
    if (text === latest.current && state === null) return;
    latest.current = text;
    setQuery({ text, ahead: true });
    window.history[`${step}State`](state, '', `${window.location.pathname}${text ? `?${text}` : ''}`);
  }, []);
  return [new URLSearchParams(query.text), goTo];
}
