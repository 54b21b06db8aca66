'use client';
// A secret that has just been made, a key or an address: to be copied now, because nobody can be told it again.
import { CopyToClipboard } from '@payloadcms/ui';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Where it stands among the headings around it. */
  heading?: 'h2' | 'h4';
  /** That it is not shown again. */
  words: string;
  secret: string;
  /** Of the button that copies it. */
  copy: string;
  /** What else is to be known, below it. */
  children?: ReactNode;
  onClose: () => void;
}

export function ShownOnce({ title, heading: Heading = 'h2', words, secret, copy, children, onClose }: Props) {
  return (
    <div className="mq-panel" role="status">
      <Heading>{title}</Heading>
      <p className="mq-muted">{words}</p>
      <p className="mq-secret">
        <code>{secret}</code>
        <CopyToClipboard value={secret} defaultMessage={copy} />
      </p>
      {children && <p className="mq-muted">{children}</p>}
      <button type="button" className="mq-button mq-button--small" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
