'use client';
// Archives an asset: at once where it isn't used, and otherwise after saying where it is.
import { useEffect, useEffectEvent } from 'react';
import { useOperation } from '../../client/useOperation.ts';
import { StopOrCancel } from '../../ui/form/StopOrCancel.tsx';
import { useWords } from '../../words/useWords.ts';
import { usesInWords, usesOfArchived } from './uses-in-words.ts';

interface Props {
  id: string;
  busy: boolean;
  onArchive: () => void;
  onCancel: () => void;
}

export function ArchiveUsed({ id, busy, onArchive, onCancel }: Props) {
  const words = useWords();
  const { t } = words;
  const { data: uses, problem } = useOperation('list_asset_uses', { id });
  const places = uses && usesInWords(usesOfArchived(uses), words);
  const isUnused = uses !== null && places === null;
  const archive = useEffectEvent(onArchive);
  useEffect(() => {
    if (isUnused) archive();
  }, [isUnused]);
  if (!problem && !places) return null;
  return (
    <div className="mq-switch-to" role="group" aria-label={t('assets:archive')}>
      <div role="status">
        <p>{places ? t('asset:archiveUsed', { places }) : t('asset:usesUnknown')}</p>
        {uses !== null && uses.watermarks.length > 0 && <p>{t('asset:archiveWatermark')}</p>}
      </div>
      <div className="mq-row">
        <StopOrCancel
          action={t('assets:archive')}
          disabled={busy}
          autoFocus
          small
          onStop={onArchive}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}
