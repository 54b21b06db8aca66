'use client';
// Shows the keyboard shortcuts from Ctrl+K.
import { useFinding } from '../finder/finding.ts';
import { useShortcutsDialog } from './shortcuts.tsx';
import { useWords } from '../../words/useWords.ts';

export function ShortcutsCommand() {
  const { t } = useWords();
  const finding = useFinding();
  const open = useShortcutsDialog();
  return finding?.offerToDo({ label: t('shell:showShortcuts'), onSelect: open });
}
