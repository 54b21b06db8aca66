'use client';
// Says that what was typed on an earlier visit is back.
import { useWords } from '../../words/useWords.ts';
import './merge.css';

interface Props {
  /** Null: nothing was restored. */
  restoredAt: string | null;
  onDiscard: () => void;
}

export function KeptNotice({ restoredAt, onDiscard }: Props) {
  const { t, rich, ago } = useWords();
  if (restoredAt === null) return null;
  return (
    <div className="mq-kept" role="status">
      <span>{rich('merge:kept', { ago: <time dateTime={restoredAt}>{ago(restoredAt)}</time> })}</span>
      <button type="button" className="mq-link" onClick={onDiscard}>
        {t('merge:discard')}
      </button>
    </div>
  );
}
