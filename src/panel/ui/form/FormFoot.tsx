'use client';
// The end of a form that can be closed without sending it.
import type { ReactNode } from 'react';
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** What the form does, on its button. */
  action: string;
  disabled: boolean;
  /** Without it, the button submits the form. */
  onAction?: () => void;
  onCancel: () => void;
  /** True in a sheet, where it stays at the bottom. */
  inSheet?: boolean;
  /** What stands apart, at the other end. */
  children?: ReactNode;
}

export function FormFoot({ action, disabled, onAction, onCancel, inSheet = false, children }: Props) {
  const { t } = useWords();
  return (
    <div className={`mq-row ${inSheet ? 'mq-form__foot' : ''}`}>
      <button
        type={onAction ? 'button' : 'submit'}
        className={`mq-button mq-button--primary ${inSheet ? '' : 'mq-button--small'}`}
        disabled={disabled}
        onClick={onAction}
      >
        {action}
      </button>
      <button type="button" className="mq-link" onClick={onCancel}>
        {t('ui:cancel')}
      </button>
      {children}
    </div>
  );
}
