'use client';
// How long ago something was, with the date on hover.
import { useWords } from '../words/useWords.ts';

interface Props {
  of: string;
  className?: string;
}

export function Ago({ of, className }: Props) {
  const { ago, moment } = useWords();
  return (
    // A minute may have passed since the server drew it.
    <time className={className} dateTime={of} title={moment(of)} suppressHydrationWarning>
      {ago(of)}
    </time>
  );
}
