'use client';
// A text that somebody writes, such as a comment: kept in the browser until it's sent or given up.
import { useMemo, useState } from 'react';
import { useDraft } from './useDraft.ts';

export interface KeptText {
  text: string;
  change: (text: string) => void;
  /** It was sent, or isn't wanted any more. */
  forget: () => void;
}

/**
 * @param record its name, unique in the workspace: `assets/4f…/comment`. Null: it isn't kept
 * @param initial what it begins with
 */
export function useKeptText(record: string | null, initial = ''): KeptText {
  const stored = useMemo(() => ({ value: initial, version: initial }), [initial]);
  const { value, change, discard } = useDraft<string>(record, record === null ? null : stored);
  // What is typed before the browser has read what was kept counts, too.
  const [typed, setTyped] = useState<string | null>(null);
  return {
    text: typed ?? value ?? initial,
    change: (text) => {
      setTyped(text);
      change(() => text);
    },
    forget: () => {
      setTyped(null);
      discard();
    },
  };
}
