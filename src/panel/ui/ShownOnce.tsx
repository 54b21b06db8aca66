'use client';
// A new secret (a key or link) to copy now, because it's never shown again.
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  title: string;
  /** The heading level. */
  heading?: 'h2' | 'h4';
  /** Says that it won't be shown again. */
  words: string;
  secret: string;
  /** The copy button's text. */
  copy: string;
  /** More information, below the secret. */
  children?: ReactNode;
  onClose: () => void;
}

export function ShownOnce({ title, heading: Heading = 'h2', words, secret, copy, children, onClose }: Props) {
  const { t } = useWords();
  return (
    <div className="mq-panel" role="status">
      <Heading>{title}</Heading>
      <p className="mq-muted">{words}</p>
      <p className="mq-secret">
        <code>{secret}</code>
        <CopyButton value={secret} label={copy} />
      </p>
      {children && <p className="mq-muted">{children}</p>}
      <button type="button" className="mq-button mq-button--small" onClick={onClose}>
        {t('ui:done')}
      </button>
    </div>
  );
}
