'use client';
// Says why something couldn't be loaded, and tries again.
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** Null: nothing went wrong. */
  problem: string | null;
  onRetry: () => void;
}

export function NotLoaded({ problem, onRetry }: Props) {
  const { t } = useWords();
  if (problem === null) return null;
  return (
    <div className="mq-alert mq-row" role="alert">
      <span>{problem}</span>
      <button type="button" className="mq-button mq-button--small" onClick={onRetry}>
        {t('sharing:tryAgain')}
      </button>
    </div>
  );
}
