'use client';
// Copies a value to the clipboard.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useWords } from '../words/useWords.ts';

interface Props {
  value: string;
  /** What it does, such as "Copy address". */
  label: string;
}

export function CopyButton({ value, label }: Props) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Browsers refuse without permission, and outside of HTTPS.
      toast.error(t('ui:copyRefused'));
    }
  };
  const isOver = (): void => setCopied(false);
  return (
    <>
      <IconButton
        label={label}
        title={label}
        onClick={() => void copy()}
        onBlur={isOver}
        onMouseLeave={isOver}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <span className="mq-sr-only" role="status">
        {copied && t('ui:copied')}
      </span>
    </>
  );
}
