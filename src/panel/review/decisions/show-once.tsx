'use client';
// What accepting made and nothing stores: the address of a share link. It stays until it's closed.
import { toast } from '@payloadcms/ui';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { Translate } from '../../words/words.tsx';

export function showOnce(t: Translate, once: Record<string, unknown> | undefined): void {
  const { url } = once ?? {};
  if (typeof url !== 'string') return;
  toast.success(t('shares:copyNow'), {
    duration: Infinity,
    closeButton: true,
    description: (
      <span className="mq-row">
        <a href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        <CopyButton value={url} label={t('ui:copyLink')} />
      </span>
    ),
  });
}
