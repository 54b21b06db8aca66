'use client';
// The chosen filters as chips, each of which can be removed.
import type { ReactNode } from 'react';
import { CloseIcon } from '../../../ui/icons.tsx';
import type { FilterPart } from './filter-part.ts';
import { useWords } from '../../../words/useWords.ts';
import '../../swatches.css';

interface Props {
  parts: readonly FilterPart[];
  onChange: (part: FilterPart, values: string[]) => void;
  /** Undefined: there is nothing to clear. */
  onClear: (() => void) | undefined;
  /** What else can be done with the search. */
  children?: ReactNode;
}

export function FilterChips({ parts, onChange, onClear, children }: Props) {
  const { t } = useWords();
  const chips = parts.flatMap((part) => part.chosen.map((value) => ({ part, value })));
  return (
    <div className="mq-filter-chips">
      {chips.length > 0 && (
        <ul className="mq-chips__list" aria-label={t('filters:filters')}>
          {chips.map(({ part, value }) => (
            <li key={`${part.name} ${value}`} className="mq-chip">
              <span>
                <span className="mq-muted">{part.label}:</span>{' '}
                {part.colors && <span className="mq-swatch" style={{ background: `#${value}` }} />}{' '}
                {part.nameOf(value)}
              </span>
              <button
                type="button"
                aria-label={t('filters:removeOne', { filter: part.label, value: part.nameOf(value) })}
                onClick={() =>
                  onChange(
                    part,
                    part.chosen.filter((other) => other !== value),
                  )
                }
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      {onClear && (
        <button type="button" className="mq-link" onClick={onClear}>
          {t('filters:clearAll')}
        </button>
      )}
      {children}
    </div>
  );
}
