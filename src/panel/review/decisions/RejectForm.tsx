'use client';
// Rejects with a note to the proposer, required if the workspace's settings say so. Not a form: it's also used inside Payload's.
import { useId, useState } from 'react';
import { usePolicy } from '../../client/me.tsx';
import { StopOrCancel } from '../../ui/form/StopOrCancel.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  busy: boolean;
  onReject: (note: string | null) => void;
  onCancel: () => void;
}

export function RejectForm({ busy, onReject, onCancel }: Props) {
  const { t } = useWords();
  const [note, setNote] = useState('');
  const id = useId();
  const trimmed = note.trim();
  const needed = usePolicy()?.review.noteOnReject ?? true;
  const may = !busy && (!needed || trimmed !== '');
  const reject = (): void => {
    if (may) onReject(trimmed || null);
  };
  return (
    <div className="mq-field mq-rejectform">
      <label htmlFor={id}>{t('review:noteLabel')}</label>
      <textarea
        id={id}
        className="mq-input"
        rows={3}
        maxLength={5000}
        autoFocus
        required={needed}
        placeholder={needed ? undefined : t('ui:optional')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          // A note isn't lost by a key.
          if (event.key === 'Escape' && trimmed === '') {
            event.stopPropagation();
            onCancel();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            reject();
          }
        }}
      />
      <div className="mq-row">
        <StopOrCancel
          action={needed || trimmed !== '' ? t('review:rejectWithNote') : t('review:rejectWithoutNote')}
          disabled={!may}
          small
          onStop={reject}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}
