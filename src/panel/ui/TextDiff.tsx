'use client';
// A text diff in two sides: removals are marked on the left, additions on the right.
import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

interface Part {
  text: string;
  /** Only on this side. */
  own: boolean;
}

/** Above this many edits, texts are shown without marks: the diff would be slow and unreadable. */
const mostEdits = 2000;

function sidesOf(before: string, after: string): [Part[], Part[]] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (!parts) return [[{ text: before, own: false }], [{ text: after, own: false }]];
  const side = (gone: 'added' | 'removed', own: 'added' | 'removed'): Part[] =>
    parts.filter((part) => !part[gone]).map((part) => ({ text: part.value, own: part[own] }));
  return [side('added', 'removed'), side('removed', 'added')];
}

/** Computes both sides of a text diff. */
export function useTextDiff(before: string, after: string): [Part[], Part[]] {
  return useMemo(() => sidesOf(before, after), [before, after]);
}

export function Marked({ parts, side }: { parts: readonly Part[]; side: 'before' | 'after' }) {
  const Mark = side === 'before' ? 'del' : 'ins';
  return (
    <span className="mq-text">
      {parts.map(({ text, own }, at) => (own ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>))}
    </span>
  );
}
