'use client';
// The Git repository of a brand: connecting it, syncing, and the last sync's result.
import { toast } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { Direction } from '../../../brands/git/source-schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Ask } from '../../ui/Ask.tsx';
import { useWords } from '../../words/useWords.ts';
import type { BrandTab } from '../brand-tab.ts';
import { LastSync } from './LastSync.tsx';
import { SourceForm, type Source } from './SourceForm.tsx';
import { goesOn, useLastSync } from './useLastSync.ts';
import './source.css';

function SourceState({ source, children }: { source: Source; children: ReactNode }) {
  const { t, moment } = useWords();
  return (
    <section className="mq-section mq-sync" aria-labelledby="mq-source-state">
      <h2 id="mq-source-state">{source.remote}</h2>
      <p className="mq-row">
        <span className={`mq-badge ${source.pending ? 'mq-badge--proposed' : 'mq-badge--active'}`}>
          {t(source.pending ? 'git:pending' : 'git:inSync')}
        </span>
        <span className="mq-muted">
          {source.syncedAt === null
            ? t('git:neverSynced')
            : t('git:syncedFiles', {
                count: source.files,
                branch: source.branch,
                commit: source.commit?.slice(0, 8) ?? '',
                date: moment(source.syncedAt),
              })}
        </span>
      </p>
      {children}
    </section>
  );
}

interface SyncProps {
  disabled: boolean;
  onSync: (direction: Direction) => Promise<void>;
}

function SyncButtons({ disabled, onSync }: SyncProps) {
  const { t } = useWords();
  return (
    <div className="mq-row" role="group" aria-label={t('git:syncNow')}>
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={disabled}
        onClick={() => void onSync('both')}
      >
        {t('git:pullAndPush')}
      </button>
      <button type="button" className="mq-button" disabled={disabled} onClick={() => void onSync('pull')}>
        {t('git:pullOnly')}
      </button>
      <button type="button" className="mq-button" disabled={disabled} onClick={() => void onSync('push')}>
        {t('git:pushOnly')}
      </button>
    </div>
  );
}

export function BrandSource({ brand, mayWrite, onChanged }: BrandTab) {
  const { t } = useWords();
  const { data, problem, again } = useOperation('get_brand_source', { slug: brand });
  const source = data?.source ?? null;
  const [sync, setSync] = useLastSync(source && brand, () => {
    again();
    onChanged();
  });
  const isOver = !goesOn(sync);
  const ask = async (direction: Direction): Promise<void> => {
    try {
      const { data: asked } = await call('sync_brand_source', { slug: brand, body: { direction } });
      setSync(asked);
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  if (problem) return <Alert problem={problem} />;
  if (!data) return <div aria-busy="true" />;
  return (
    <>
      <p className="mq-hint">{t(source ? 'git:connectedHint' : 'git:notConnected')}</p>
      {source && (
        <SourceState source={source}>
          {mayWrite && <SyncButtons disabled={!isOver} onSync={ask} />}
        </SourceState>
      )}
      {sync && source && <LastSync sync={sync} />}
      {mayWrite && (
        <>
          <SourceForm key={source?.remote ?? ''} brand={brand} source={source} onSaved={again} />
          {source && (
            <p className="mq-row mq-source__end">
              <Ask
                label={t('git:disconnectAsk')}
                confirm={t('git:disconnect')}
                words={t('git:disconnectHint')}
                onConfirm={async () => {
                  await call('delete_brand_source', { slug: brand });
                  toast.success(t('git:disconnected'));
                  again();
                }}
              />
            </p>
          )}
        </>
      )}
    </>
  );
}
