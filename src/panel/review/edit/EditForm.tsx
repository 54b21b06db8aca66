'use client';
// The form around an edited proposal: it takes the focus, shows the error, and accepts or goes back.
import { useEffect, useRef, type ReactNode } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import type { EditedValue } from '../decisions/decide-proposals.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useWords } from '../../words/useWords.ts';

export interface FrameProps {
  busy: boolean;
  problem: string | null;
  onAccept: (value: EditedValue) => void;
  onCancel: () => void;
}

interface FormProps extends FrameProps {
  /** Builds the decision's `value`. */
  value: () => EditedValue;
  children: ReactNode;
}

export function EditForm({ busy, problem, onAccept, onCancel, value, children }: FormProps) {
  const { t } = useWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);
  return (
    <Form
      ref={form}
      onKeyDown={(event) => {
        const isOwn = event.target instanceof Element && !event.target.closest('dialog');
        if (event.key === 'Escape' && isOwn) onCancel();
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isOwn) return;
        event.preventDefault();
        // An input may just have taken what was typed into it.
        const { currentTarget } = event;
        setTimeout(() => currentTarget.requestSubmit());
      }}
      className="mq-form mq-proposaledit"
      aria-label={t('review:editAndAccept')}
      onSubmit={() => onAccept(value())}
    >
      {children}
      <Alert problem={problem} />
      <div className="mq-row mq-actions">
        <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
          {t('review:acceptAsEdited')}
        </button>
        <button type="button" className="mq-link" onClick={onCancel}>
          {t('ui:cancel')}
        </button>
      </div>
    </Form>
  );
}
