'use client';
// What the modal dialogs have in common: they're closed with Escape and with a click outside.
import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react';

/** @returns props of a `dialog` that is open as long as it's there */
export function useModalDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
    };
  }, []);
  return {
    ref,
    onCancel: (event: SyntheticEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    },
    onClick: (event: MouseEvent): void => {
      if (event.target === event.currentTarget) onClose();
    },
  };
}
