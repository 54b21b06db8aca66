'use client';
// How close together the library shows assets: the person's choice, in this browser.
import { useSyncExternalStore } from 'react';

const key = 'marque-library-compact';
const changed = 'marque-density';

function follow(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  return () => window.removeEventListener(changed, onChange);
}

export function useCompact(): [isCompact: boolean, choose: (compact: boolean) => void] {
  const isCompact = useSyncExternalStore(
    follow,
    () => window.localStorage.getItem(key) === 'yes',
    () => false,
  );
  const choose = (compact: boolean): void => {
    window.localStorage.setItem(key, compact ? 'yes' : 'no');
    window.dispatchEvent(new Event(changed));
  };
  return [isCompact, choose];
}
