'use client';
// A portal or site before it's there, and if it or the list of them can't be loaded.
import { useWords } from '../words/useWords.ts';

interface Failed {
  problem: string;
  onRetry: () => void;
}

export function LoadingRecord() {
  return (
    <div className="mq-publication" aria-hidden="true">
      <div className="mq-record--loading" />
      <div className="mq-record--loading" />
      <div className="mq-record--loading" />
    </div>
  );
}

export function NotLoaded({ problem, onRetry }: Failed) {
  const { t } = useWords();
  return (
    <div className="mq-alert mq-row" role="alert">
      <span>{problem}</span>
      <button type="button" className="mq-button mq-button--small" onClick={onRetry}>
        {t('sharing:tryAgain')}
      </button>
    </div>
  );
}
