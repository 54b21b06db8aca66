'use client';
// Filters in a row. On a phone they're folded away, so that what they filter is in the window.
import { useState, type ReactNode } from 'react';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { useWords } from '../../../words/useWords.ts';

export function FilterFold({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={isOpen ? 'mq-fold mq-fold--open' : 'mq-fold'}>
      <button
        type="button"
        className="mq-popover__button mq-fold__button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters:filters')} <ChevronIcon />
      </button>
      {children}
    </div>
  );
}
