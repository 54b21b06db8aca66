'use client';
// What `?` shows: the keyboard shortcuts of the view, and those that work everywhere.
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import type { ShortcutGroup } from './shortcuts.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import './shortcuts.css';

const groupOf = (t: Translate): ShortcutGroup => ({
  title: t('shell:everywhere'),
  shortcuts: [
    { keys: [t('shell:ctrl'), 'K'], label: t('shell:searchOrJump') },
    { keys: ['/'], label: t('shell:searchOrJump') },
    { keys: ['?'], label: t('ui:showShortcuts') },
    { keys: ['Esc'], label: t('shell:closeOpen') },
  ],
});

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
  const { t } = useWords();
  return (
    <Sheet title={t('shell:shortcuts')} onClose={onClose}>
      {[...groups, groupOf(t)].map((group) => (
        <Group key={group.title} {...group} />
      ))}
      <p className="mq-muted">{t('shell:shortcutsHint')}</p>
    </Sheet>
  );
}
