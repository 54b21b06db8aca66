'use client';
// The two ends of a range that a filter has: days count as soon as they're chosen, numbers once they're typed.
import { useId, useState } from 'react';
import { useWords } from '../../../words/useWords.ts';
import { endsOf, rangeOf, type Ends } from './day-range.ts';

interface Props {
  kind: 'date' | 'number';
  range: string;
  /** Called with '' once both ends are empty. */
  onChange: (range: string) => void;
}

export function RangeInputs({ kind, range, onChange }: Props) {
  const { t } = useWords();
  const id = useId();
  /** Numbers that don't count yet. */
  const [typed, setTyped] = useState<Ends | null>(null);
  const ends = typed ?? endsOf(range);
  const { from, to } = ends;
  const send = (next: Ends): void => onChange(next.from || next.to ? rangeOf(next.from, next.to) : '');
  const change = (part: Partial<Ends>): void => {
    const next = { ...ends, ...part };
    if (kind === 'date') send(next);
    else setTyped(next);
  };
  const common = { className: 'mq-input', type: kind, ...(kind === 'number' && { step: 'any' }) };
  return (
    <form
      className="mq-days"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        send(ends);
        setTyped(null);
      }}
    >
      <label htmlFor={`${id}-from`}>{t('filters:firstDay')}</label>
      <input
        {...common}
        id={`${id}-from`}
        value={from}
        max={to || undefined}
        onChange={({ target }) => change({ from: target.value })}
      />
      <label htmlFor={`${id}-to`}>{t('filters:lastDay')}</label>
      <input
        {...common}
        id={`${id}-to`}
        value={to}
        min={from || undefined}
        onChange={({ target }) => change({ to: target.value })}
      />
      {kind === 'number' && (
        <button type="submit" className="mq-button mq-button--small">
          {t('filters:apply')}
        </button>
      )}
    </form>
  );
}
