'use client';
// A button that opens a small panel below it, closed with Escape, a click elsewhere, or leaving it with the keyboard.
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ChevronIcon } from '../icons.tsx';
import './popover.css';

interface Props {
  /** The button's text, and the panel's name. */
  label: string;
  /** Shown behind the label, such as how many are chosen. */
  mark?: ReactNode;
  /** @param close closes it, and gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
}

const gap = 16;

interface PanelProps extends Pick<Props, 'label' | 'children'> {
  id: string;
  /** Called on Escape, and by what is inside. */
  onClose: () => void;
}

function PopoverPanel({ id, label, children, onClose }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const beyond = element.getBoundingClientRect().right + gap - document.documentElement.clientWidth;
    if (beyond > 0) element.style.translate = `${-beyond}px 0`;
    const first = element.querySelector<HTMLElement>('input, a, button, select');
    (first ?? element).focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={panel}
      id={id}
      className="mq-popover__panel"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children(onClose)}
    </div>
  );
}

export function Popover({ label, mark, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return;
    const press = (event: PointerEvent): void => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', press);
    return () => {
      document.removeEventListener('pointerdown', press);
    };
  }, [open]);
  return (
    <span
      className="mq-popover"
      ref={frame}
      onBlur={(event) => {
        // A click on what can't have the focus leaves it nowhere.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="mq-popover__button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label} {mark}
        <ChevronIcon />
      </button>
      {open && (
        <PopoverPanel
          id={id}
          label={label}
          onClose={() => {
            setOpen(false);
            frame.current?.querySelector('button')?.focus();
          }}
        >
          {children}
        </PopoverPanel>
      )}
    </span>
  );
}
