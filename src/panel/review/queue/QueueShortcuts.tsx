'use client';
// What the keyboard shortcuts do: as a legend below the list, and as a dialog. useQueueShortcuts.ts handles them.
import { Sheet } from '../../ui/Sheet.tsx';

const shortcuts = [
  ['j', 'Next'],
  ['k', 'Previous'],
  ['a', 'Accept'],
  ['e', 'Edit, then accept'],
  ['r', 'Reject'],
  ['x', 'Select'],
  ['?', 'Show shortcuts'],
] as const;

export function ShortcutLegend() {
  return (
    <p className="mq-queue__keys">
      {shortcuts.map(([key, label]) => (
        <span key={key}>
          <kbd>{key}</kbd> {label}
        </span>
      ))}
    </p>
  );
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      <dl className="mq-keylist">
        {shortcuts.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p className="mq-muted">Shortcuts are off while you type.</p>
    </Sheet>
  );
}
