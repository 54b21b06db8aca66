'use client';
// A link that first turns into a red button, which names what it will do. `Ask` is for where there's room to explain and to cancel.
import { useState } from 'react';

interface Props {
  label: string;
  /** The button's text, naming what is affected. */
  confirm: string;
  /** Disables the button while something else is saved; it's always disabled while `onConfirm` works. */
  busy?: boolean;
  /** Shows its own errors. The link is back when it ends. */
  onConfirm: () => Promise<void>;
}

export function ConfirmButton({ label, confirm, busy = false, onConfirm }: Props) {
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const click = async (): Promise<void> => {
    setAsking(true);
    if (!asking) return;
    setWorking(true);
    try {
      await onConfirm();
    } finally {
      setWorking(false);
      setAsking(false);
    }
  };
  return (
    <button
      type="button"
      className={asking ? 'mq-button mq-button--stop mq-button--small' : 'mq-link'}
      disabled={asking && (busy || working)}
      onClick={() => void click()}
    >
      {asking ? confirm : label}
    </button>
  );
}
