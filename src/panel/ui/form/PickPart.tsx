'use client';
// An input for one optional thing that is chosen in a picker of its own.
import { useState, type ReactNode } from 'react';
import { useWords } from '../../words/useWords.ts';

const chooseKeys = { file: 'ui:chooseFile', collection: 'ui:chooseCollection' } as const;

interface Props {
  label: string;
  noun: keyof typeof chooseKeys;
  /** What is chosen; null if nothing is. */
  chosen: ReactNode;
  hint?: ReactNode;
  problem?: string | null | undefined;
  onRemove: () => void;
  /** Draws the picker. */
  picker: (close: () => void) => ReactNode;
}

export function PickPart({ label, noun, chosen, hint, problem, onRemove, picker }: Props) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const action = t(chosen ? 'ui:chooseAnother' : chooseKeys[noun]);
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`}>
      <span className="mq-label">{label}</span>
      <div className="mq-row">
        {chosen}
        <button
          type="button"
          className="mq-button mq-button--small"
          aria-label={t('ui:actionNamed', { action, label })}
          onClick={() => setOpen(true)}
        >
          {action}
        </button>
        {chosen && (
          <button
            type="button"
            className="mq-link"
            aria-label={t('ui:removeNamed', { label })}
            onClick={onRemove}
          >
            {t('ui:remove')}
          </button>
        )}
      </div>
      {problem && <p className="mq-problem">{problem}</p>}
      {hint && <p className="mq-hint">{hint}</p>}
      {open && picker(() => setOpen(false))}
    </div>
  );
}
