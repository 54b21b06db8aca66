'use client';
// The two answers to a question before something is archived, deleted or rejected: go on, or cancel.
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** What going on does, on its button. */
  action: string;
  disabled: boolean;
  autoFocus?: boolean;
  small?: boolean;
  onStop: () => void;
  onCancel: () => void;
}

export function StopOrCancel({
  action,
  disabled,
  autoFocus = false,
  small = false,
  onStop,
  onCancel,
}: Props) {
  const { t } = useWords();
  return (
    <>
      <button
        type="button"
        className={`mq-button mq-button--stop ${small ? 'mq-button--small' : ''}`}
        disabled={disabled}
        autoFocus={autoFocus}
        onClick={onStop}
      >
        {action}
      </button>
      <button type="button" className="mq-link" onClick={onCancel}>
        {t('ui:cancel')}
      </button>
    </>
  );
}
