'use client';
// Says that what was typed on an earlier visit is back.
import { ago } from '../format.ts';
import './merge.css';

interface Props {
  /** Null: nothing was restored. */
  restoredAt: string | null;
  onDiscard: () => void;
}

export function KeptNotice({ restoredAt, onDiscard }: Props) {
  if (restoredAt === null) return null;
  return (
    <div className="mq-kept" role="status">
      <span>
        Your unsaved changes from <time dateTime={restoredAt}>{ago(restoredAt)}</time> are back.
      </span>
      <button type="button" className="mq-link" onClick={onDiscard}>
        Discard them
      </button>
    </div>
  );
}
