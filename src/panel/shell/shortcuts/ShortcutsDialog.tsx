'use client';
// What `?` shows: the keyboard shortcuts of the view, and those that work everywhere.
import { Sheet } from '../../ui/Sheet.tsx';
import type { ShortcutGroup } from './shortcuts.tsx';
import './shortcuts.css';

const everywhere: ShortcutGroup = {
  title: 'Everywhere',
  shortcuts: [
    { keys: ['Ctrl', 'K'], label: 'Search or jump to' },
    { keys: ['/'], label: 'Search or jump to' },
    { keys: ['?'], label: 'Show shortcuts' },
    { keys: ['Esc'], label: 'Close what is open' },
  ],
};

function Group({ title, shortcuts }: ShortcutGroup) {
  return (
    <section className="mq-shortcuts">
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys.join(' ')}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Props {
  /** Of the views that are open. */
  groups: readonly ShortcutGroup[];
  onClose: () => void;
}

export function ShortcutsDialog({ groups, onClose }: Props) {
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      {[...groups, everywhere].map((group) => (
        <Group key={group.title} {...group} />
      ))}
      <p className="mq-muted">Shortcuts are off while you type. On a Mac, use ⌘ for Ctrl.</p>
    </Sheet>
  );
}
