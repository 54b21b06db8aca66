'use client';
// A modal sheet, closed with Escape, its button, or a click outside.
import type { ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon } from '../icons.tsx';
import { useModalDialog } from './useModalDialog.ts';
import { useWords } from '../../words/useWords.ts';
import './sheet.css';

interface Props {
  title: string;
  /** Its look, where it isn't one at the side. */
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, className = '', onClose, children }: Props) {
  const { t } = useWords();
  return (
    <dialog className={`mq-sheet ${className}`} aria-label={title} {...useModalDialog(onClose)}>
      <div className="mq-sheet__inside">
        <header className="mq-sheet__head">
          <h2>{title}</h2>
          <IconButton label={t('ui:close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}
