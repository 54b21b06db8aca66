'use client';
// A button that opens a menu of actions (WAI-ARIA APG, menu button).
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../IconButton.tsx';
import { MoreIcon } from '../icons.tsx';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Red: it takes something away. */
  stop?: boolean;
}

interface Props {
  /** The button's accessible name. */
  label: string;
  items: readonly MenuItem[];
}

/** Where the focus goes on a key; null: it stays. */
function stepOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

interface ListProps extends Props {
  /** @param refocus whether the button gets the focus. */
  onClose: (refocus: boolean) => void;
}

function MenuList({ label, items, onClose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose(true);
      return;
    }
    const all = entries();
    const to = stepOf(event.key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
  };

  return (
    <div
      ref={list}
      className="mq-menu__list"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose(false);
      }}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={item.stop ? 'mq-menu__item mq-menu__item--stop' : 'mq-menu__item'}
          onClick={() => {
            onClose(true);
            item.onSelect();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

export function Menu({ label, items }: Props) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  return (
    <span className="mq-menu" ref={frame}>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        // A press on it would blur the menu first, which closes it, and then open it again.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </IconButton>
      {open && (
        <MenuList
          label={label}
          items={items}
          onClose={(refocus) => {
            setOpen(false);
            if (refocus) frame.current?.querySelector('button')?.focus();
          }}
        />
      )}
    </span>
  );
}
