'use client';
// A modal sheet, closed with Escape, its button, or a click outside.
import { useState, type ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon } from '../icons.tsx';
import { KeepOrDiscard } from './KeepOrDiscard.tsx';
import { useModalDialog } from './useModalDialog.ts';
import { useWords } from '../../words/useWords.ts';
import './sheet.css';

interface Props {
  title: string;
  /** Its look, where it isn't one at the side. */
  className?: string;
  /** What is entered in it would be lost: once there is something, closing it asks first. */
  asks?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, className = '', asks = false, onClose, children }: Props) {
  const { t } = useWords();
  const [entered, setEntered] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    if (asks && entered) setAsking(!asking);
    else onClose();
  };
  return (
    <dialog
      className={`mq-sheet ${className}`}
      aria-label={title}
      {...useModalDialog(close)}
      onInput={() => setEntered(true)}
    >
      <div className="mq-sheet__inside">
        <header className="mq-sheet__head">
          <h2>{title}</h2>
          <IconButton label={t('ui:close')} onClick={close}>
            <CloseIcon />
          </IconButton>
        </header>
        {children}
        {asking && <KeepOrDiscard onKeep={() => setAsking(false)} onDiscard={onClose} />}
      </div>
    </dialog>
  );
}
