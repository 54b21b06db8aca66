'use client';
// Accepts or rejects the selected proposals together.
import { RejectDialog } from '../decisions/RejectDialog.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  count: number;
  busy: boolean;
  /** Whether the person is asked why they reject them. */
  rejecting: boolean;
  onRejecting: (rejecting: boolean) => void;
  onAccept: () => void;
  onReject: (note: string | null) => void;
  onClear: () => void;
}

export function SelectionBar({ count, busy, rejecting, onRejecting, onAccept, onReject, onClear }: Props) {
  const { t } = useWords();
  if (rejecting)
    return (
      <RejectDialog
        count={count}
        busy={busy}
        onReject={(note) => {
          onRejecting(false);
          onReject(note);
        }}
        onClose={() => onRejecting(false)}
      />
    );
  return (
    <div className="mq-selection" role="region" aria-label={t('ui:selected')}>
      <strong>{t('ui:selectedCount', { count })}</strong>
      <button
        type="button"
        className="mq-button mq-button--primary mq-button--small"
        disabled={busy}
        onClick={onAccept}
      >
        {t('review:acceptMany', { count })}
      </button>
      <button
        type="button"
        className="mq-button mq-button--stop mq-button--small"
        disabled={busy}
        onClick={() => onRejecting(true)}
      >
        {t('review:rejectMany', { count })}
      </button>
      <button type="button" className="mq-link" onClick={onClear}>
        {t('ui:clear')}
      </button>
    </div>
  );
}
