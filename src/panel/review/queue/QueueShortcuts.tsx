'use client';
// What the keyboard shortcuts do: as a legend below the list, and for the dialog of all shortcuts. useQueueShortcuts.ts handles them.
import { useMemo } from 'react';
import type { ShortcutGroup } from '../../shell/shortcuts/shortcuts.tsx';
import { useWords } from '../../words/useWords.ts';

export function useQueueShortcutGroup(): ShortcutGroup {
  const { t } = useWords();
  return useMemo(
    () => ({
      title: t('review:title'),
      shortcuts: [
        { keys: ['j'], label: t('ui:next') },
        { keys: ['k'], label: t('ui:previous') },
        { keys: ['a'], label: t('review:accept') },
        { keys: ['e'], label: t('review:editThenAccept') },
        { keys: ['r'], label: t('review:reject') },
        { keys: ['x'], label: t('ui:select') },
      ],
    }),
    [t],
  );
}

/** @param editable whether the open proposal can be edited: `e` does nothing otherwise */
export function ShortcutLegend({ editable }: { editable: boolean }) {
  const { t } = useWords();
  const shortcuts = useQueueShortcutGroup().shortcuts.filter(({ keys }) => editable || keys[0] !== 'e');
  return (
    <p className="mq-queue__keys">
      {[...shortcuts, { keys: ['?'], label: t('ui:showShortcuts') }].map(({ keys, label }) => (
        <span key={label}>
          <kbd>{keys}</kbd> {label}
        </span>
      ))}
    </p>
  );
}
