'use client';
// A button for irreversible actions, with a confirmation that names what is affected.
import { toast } from '@payloadcms/ui';
import { useState, type ReactNode } from 'react';
import { wordsOf } from '../client/api.ts';
import { StopOrCancel } from './form/StopOrCancel.tsx';

interface Props {
  label: string;
  /** The confirmation button's text, naming what is affected. */
  confirm: string;
  words?: ReactNode;
  /** Errors it throws are shown. */
  onConfirm: () => Promise<void>;
}

interface StopProps {
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A small button that begins something irreversible: it asks first. */
export function StopButton({ className = '', onClick, children }: StopProps) {
  return (
    <button
      type="button"
      className={`mq-button mq-button--stop mq-button--small ${className}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export function Ask({ label, confirm, words, onConfirm }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
      setAsked(false);
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (!asked) return <StopButton onClick={() => setAsked(true)}>{label}</StopButton>;
  return (
    <span className="mq-row mq-ask" role="group" aria-label={confirm}>
      {words && <span className="mq-ask__words">{words}</span>}
      <StopOrCancel
        action={confirm}
        disabled={busy}
        autoFocus
        small
        onStop={() => void go()}
        onCancel={() => setAsked(false)}
      />
    </span>
  );
}
