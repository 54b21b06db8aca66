'use client';
// Tabs and the part that the open one shows (WAI-ARIA APG, tabs). Arrow keys move between them.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isRightToLeft } from '../direction.ts';
import './tabs.css';

interface Props<Name extends string> {
  /** Of the elements, which name each other. */
  id: string;
  /** What the tabs are about. */
  label: string;
  tabs: readonly { name: Name; label: string }[];
  open: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}

/** Where an arrow key leads; null: it isn't one. @param forward the key that goes on in the direction of reading */
function stepTo(key: string, at: number, count: number, forward: string): number | null {
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'ArrowLeft':
    case 'ArrowRight':
      return (at + (key === forward ? 1 : count - 1)) % count;
    default:
      return null;
  }
}

export function Tabs<Name extends string>({ id, label, tabs, open, onChoose, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const forward = list.current && isRightToLeft(list.current) ? 'ArrowLeft' : 'ArrowRight';
    const at = tabs.findIndex(({ name }) => name === open);
    const to = stepTo(event.key, at, tabs.length, forward);
    const next = to === null ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#${id}-tab-${next.name}`)?.focus();
  };
  return (
    <>
      <div ref={list} className="mq-tablist" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === open}
            aria-controls={`${id}-panel`}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${open}`}>
        {children}
      </div>
    </>
  );
}
