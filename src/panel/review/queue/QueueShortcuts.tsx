'use client';
// What the keyboard shortcuts do: as a legend below the list, and for the dialog of all shortcuts. useQueueShortcuts.ts handles them.
import type { ShortcutGroup } from '../../shell/shortcuts/shortcuts.tsx';

export const queueShortcuts: ShortcutGroup = {
  title: 'Review',
  shortcuts: [
    { keys: ['j'], label: 'Next' },
    { keys: ['k'], label: 'Previous' },
    { keys: ['a'], label: 'Accept' },
    { keys: ['e'], label: 'Edit, then accept' },
    { keys: ['r'], label: 'Reject' },
    { keys: ['x'], label: 'Select' },
  ],
};

export function ShortcutLegend() {
  return (
    <p className="mq-queue__keys">
      {[...queueShortcuts.shortcuts, { keys: ['?'], label: 'Show shortcuts' }].map(({ keys, label }) => (
        <span key={label}>
          <kbd>{keys}</kbd> {label}
        </span>
      ))}
    </p>
  );
}
