'use client';
// Shows the keyboard shortcuts from Ctrl+K.
import { useFinding } from '../finder/finding.ts';
import { useShortcutsDialog } from './shortcuts.tsx';

export function ShortcutsCommand() {
  const finding = useFinding();
  const open = useShortcutsDialog();
  return finding?.offerToDo({ label: 'Show keyboard shortcuts', onSelect: open });
}
