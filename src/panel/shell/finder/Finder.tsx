'use client';
// The field in the header that searches everything and lists what can be done: also with Ctrl+K, and with / outside of forms. What it
// opens is loaded then.
import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useMe } from '../../client/me.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { isTyping } from '../../ui/typing.ts';
import { useKeyDown } from '../../ui/useKeyDown.ts';
import type { FinderProps } from './FinderDialog.tsx';
import { useWords } from '../../words/useWords.ts';
import './finder.css';

const FinderDialog = lazy(() =>
  import('./FinderDialog.tsx').then((module) => ({ default: module.FinderDialog })),
);

const unchanging = () => () => undefined;
/** The server doesn't know. */
const useIsMac = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );

function opens(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  return event.key === '/' && !isTyping(event.target);
}

export function Finder(props: Omit<FinderProps, 'onClose'>): ReactNode {
  const { t } = useWords();
  const me = useMe();
  const isMac = useIsMac();
  const [open, setOpen] = useState(false);
  useKeyDown((event) => {
    if (!me?.workspace || !opens(event)) return;
    event.preventDefault();
    setOpen(!open);
  });
  if (!me?.workspace) return null;
  return (
    <>
      <button
        type="button"
        className="mq-find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="mq-find__words">{t('shell:searchOrJumpMore')}</span>
        <kbd className="mq-find__keys" aria-hidden="true">
          {isMac ? '⌘ K' : t('shell:findKeys')}
        </kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <FinderDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
