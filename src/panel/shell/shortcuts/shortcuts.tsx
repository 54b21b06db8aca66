'use client';
// The keyboard shortcuts that `?` lists: those that work everywhere, and those of the views that are open.
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useMe } from '../../client/me.tsx';
import { isTyping } from '../../ui/typing.ts';
import { useKeyDown } from '../../ui/useKeyDown.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

export interface Shortcut {
  /** Pressed together, as on the keys: `['Ctrl', 'K']`. */
  keys: readonly string[];
  label: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

interface Shortcuts {
  /** @returns what removes it again. */
  add: (group: ShortcutGroup) => () => void;
  /** Shows them all. */
  open: () => void;
}

const ShortcutsContext = createContext<Shortcuts>({ add: () => () => undefined, open: () => undefined });

export const useShortcutsDialog = (): (() => void) => use(ShortcutsContext).open;

/** Lists a view's shortcuts for as long as the caller is there. @param group the same object at each render */
export function useShortcuts(group: ShortcutGroup): void {
  const { add } = use(ShortcutsContext);
  useEffect(() => add(group), [add, group]);
}

export function ShortcutsProvider({ children }: { children?: ReactNode }) {
  const me = useMe();
  const groups = useRef(new Set<ShortcutGroup>());
  const [shown, setShown] = useState<readonly ShortcutGroup[] | null>(null);
  const value = useMemo<Shortcuts>(
    () => ({
      add: (group) => {
        groups.current.add(group);
        return () => {
          groups.current.delete(group);
        };
      },
      open: () => setShown([...groups.current]),
    }),
    [],
  );
  useKeyDown((event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    value.open();
  }, me !== null);
  return (
    <ShortcutsContext value={value}>
      {children}
      {shown && <ShortcutsDialog groups={shown} onClose={() => setShown(null)} />}
    </ShortcutsContext>
  );
}
