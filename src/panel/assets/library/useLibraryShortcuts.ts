'use client';
// The library's keyboard shortcuts, as `?` lists them.
import { useMemo } from 'react';
import { useShortcuts, type ShortcutGroup } from '../../shell/shortcuts/shortcuts.tsx';
import { useWords } from '../../words/useWords.ts';

export function useLibraryShortcuts(): void {
  const { t } = useWords();
  const group = useMemo<ShortcutGroup>(
    () => ({
      title: t('menu:library'),
      shortcuts: [
        { keys: [t('library:keySpace')], label: t('library:quickLookFocused') },
        { keys: ['←'], label: t('library:previousInQuickLook') },
        { keys: ['→'], label: t('library:nextInQuickLook') },
        { keys: [t('library:keyShift'), t('library:keyClick')], label: t('library:selectRange') },
      ],
    }),
    [t],
  );
  useShortcuts(group);
}
