'use client';
// Asks before a sheet is closed in which something was entered.
import { useId } from 'react';
import { useWords } from '../../words/useWords.ts';

interface Props {
  onKeep: () => void;
  onDiscard: () => void;
}

export function KeepOrDiscard({ onKeep, onDiscard }: Props) {
  const { t } = useWords();
  const id = useId();
  return (
    <div className="mq-sheet__ask" role="alertdialog" aria-labelledby={id}>
      <strong id={id}>{t('ui:discardEntered')}</strong>
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--primary mq-button--small"
          autoFocus
          onClick={onKeep}
        >
          {t('ui:keepEditing')}
        </button>
        <button type="button" className="mq-button mq-button--stop mq-button--small" onClick={onDiscard}>
          {t('sharing:discard')}
        </button>
      </div>
    </div>
  );
}
