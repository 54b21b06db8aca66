'use client';
// An input for one optional thing that is chosen in a picker of its own.
import { useState, type ReactNode } from 'react';

interface Props {
  label: string;
  /** With its article: "a file". */
  noun: string;
  /** What is chosen; null if nothing is. */
  chosen: ReactNode;
  hint?: ReactNode;
  problem?: string | null | undefined;
  onRemove: () => void;
  /** Draws the picker. */
  picker: (close: () => void) => ReactNode;
}

export function PickPart({ label, noun, chosen, hint, problem, onRemove, picker }: Props) {
  const [open, setOpen] = useState(false);
  const words = chosen ? 'Choose another' : `Choose ${noun}`;
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`}>
      <span className="mq-label">{label}</span>
      <div className="mq-row">
        {chosen}
        <button
          type="button"
          className="mq-button mq-button--small"
          aria-label={`${words}: ${label}`}
          onClick={() => setOpen(true)}
        >
          {words}
        </button>
        {chosen && (
          <button type="button" className="mq-link" aria-label={`Remove: ${label}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
      {problem && <p className="mq-problem">{problem}</p>}
      {hint && <p className="mq-hint">{hint}</p>}
      {open && picker(() => setOpen(false))}
    </div>
  );
}
