'use client';
// A modal sheet, closed with Escape, its button, or a click outside.
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className="mq-sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className="mq-sheet__inside">
        <header className="mq-sheet__head">
          <h2>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}
