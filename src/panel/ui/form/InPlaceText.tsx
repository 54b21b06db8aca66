'use client';
// A text that turns into an input when it's clicked. Enter or leaving the input saves, Escape doesn't.
import { useId, useState, type KeyboardEvent } from 'react';
import { wordsOf } from '../../client/api.ts';
import { PencilIcon } from '../icons.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** What it is, such as "Name". */
  label: string;
  value: string;
  /** Shown if it's empty. */
  empty: string;
  maxLength: number;
  /** Several lines: Enter adds one, and Ctrl or Cmd with Enter saves. */
  lines?: boolean;
  required?: boolean;
  /** The error it throws is shown, and what was typed stays. */
  onSave: (text: string) => Promise<void>;
}

interface DraftProps extends Omit<Props, 'empty'> {
  onClose: () => void;
}

function InPlaceDraft({ label, value, maxLength, lines, required, onSave, onClose }: DraftProps) {
  const { t } = useWords();
  const id = useId();
  const [text, setText] = useState(value);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (): Promise<void> => {
    const next = text.trim();
    if (next === value) return onClose();
    if (required && next === '') return setProblem(t('ui:cantBeEmpty', { label }));
    setBusy(true);
    setProblem(null);
    try {
      await onSave(next);
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  const common = {
    id,
    className: 'mq-input mq-in-place__input',
    'aria-label': label,
    value: text,
    maxLength,
    readOnly: busy,
    autoFocus: true,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onBlur: () => {
      if (!busy && problem === null) void save();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      if (event.key !== 'Enter' || (lines && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      void save();
    },
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value);
      setProblem(null);
    },
  };
  return (
    <div className={problem ? 'mq-field mq-field--wrong' : 'mq-field'}>
      {lines ? <textarea {...common} rows={3} /> : <input {...common} />}
      {problem && (
        <p className="mq-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

export function InPlaceText({ empty, ...draft }: Props) {
  const { t } = useWords();
  const [editing, setEditing] = useState(false);
  if (editing) return <InPlaceDraft {...draft} onClose={() => setEditing(false)} />;
  return (
    <button
      type="button"
      className="mq-in-place"
      title={t('ui:editNamed', { label: draft.label })}
      onClick={() => setEditing(true)}
    >
      <span className={draft.value === '' ? 'mq-muted' : ''}>{draft.value || empty}</span>
      <PencilIcon />
    </button>
  );
}
