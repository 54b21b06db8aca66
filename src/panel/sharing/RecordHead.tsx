'use client';
// The head of a portal's or site's page: its name, what can be done to it, and its address.
import { useState, type ComponentProps, type ReactNode } from 'react';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Menu } from '../ui/overlays/Menu.tsx';
import { useWords } from '../words/useWords.ts';
import { DeleteRecord } from './DeleteRecord.tsx';
import { useMayDelete } from './useMayDelete.ts';

interface Props {
  record: { name: string; url: string };
  /** Beside the name. */
  actions: ReactNode;
  /** Before the address. */
  state?: ReactNode;
  deletion: Omit<ComponentProps<typeof DeleteRecord>, 'name' | 'onClose'>;
  children?: ReactNode;
}

export function RecordHead({ record: { name, url }, actions, state, deletion, children }: Props) {
  const { t } = useWords();
  const mayDelete = useMayDelete();
  const [deleting, setDeleting] = useState(false);
  return (
    <header className="mq-publication__head">
      <div className="mq-head">
        <h1>{name}</h1>
        <div className="mq-head__actions">
          {actions}
          {mayDelete && (
            <Menu
              label={t('sharing:moreActions')}
              items={[{ label: deletion.action, stop: true, onSelect: () => setDeleting(true) }]}
            />
          )}
        </div>
      </div>
      <div className="mq-row">
        {state}
        <code>{url}</code>
        <CopyButton value={url} label={t('sharing:copyAddress')} />
      </div>
      {children}
      {deleting && <DeleteRecord name={name} {...deletion} onClose={() => setDeleting(false)} />}
    </header>
  );
}
