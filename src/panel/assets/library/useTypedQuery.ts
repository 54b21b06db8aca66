'use client';
// What is typed into the search, which goes into the address when the typing pauses.
import { useEffect, useRef, useState } from 'react';
import type { GoTo } from '../../client/useAddress.ts';

const pauseMs = 100;

export function useTypedQuery(
  parameters: URLSearchParams,
  goTo: GoTo,
): [typed: string, type: (text: string) => void] {
  const asked = parameters.get('q') ?? '';
  const [typed, setTyped] = useState({ text: asked, asked });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Somebody went back or forward: what was typed follows the address.
  if (typed.asked !== asked) setTyped({ text: asked, asked });
  useEffect(() => () => clearTimeout(pause.current), []);

  const type = (text: string): void => {
    setTyped((now) => ({ ...now, text }));
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      const q = text.trim();
      setTyped((now) => ({ ...now, asked: q }));
      goTo({ q: q === '' ? null : q, at: null }, 'replace');
    }, pauseMs);
  };
  return [typed.text, type];
}
