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
import { counted, moment } from '../../ui/format.ts';
import type { BrandTab } from '../brand-tab.ts';
import { LastSync } from './LastSync.tsx';
import { SourceForm, type Source } from './SourceForm.tsx';
import { goesOn, useLastSync } from './useLastSync.ts';
import './source.css';

function SourceState({ source, children }: { source: Source; children: ReactNode }) {
  return (
    <section className="mq-section mq-sync" aria-labelledby="mq-source-state">
      <h2 id="mq-source-state">{source.remote}</h2>
      <p className="mq-row">
        <span className={`mq-badge ${source.pending ? 'mq-badge--proposed' : 'mq-badge--active'}`}>
          {source.pending ? 'Changed here since the last sync' : 'In sync'}
        </span>
        <span className="mq-muted">
          {source.syncedAt === null
            ? 'Never synced'
            : `${counted(source.files, 'file')} on ${source.branch} at ${source.commit?.slice(0, 8) ?? ''}, ${moment(source.syncedAt)}`}
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
  return (
    <div className="mq-row" role="group" aria-label="Sync now">
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={disabled}
        onClick={() => void onSync('both')}
      >
        Pull and push
      </button>
      <button type="button" className="mq-button" disabled={disabled} onClick={() => void onSync('pull')}>
        Pull only
      </button>
      <button type="button" className="mq-button" disabled={disabled} onClick={() => void onSync('push')}>
        Push only
      </button>
    </div>
  );
}

export function BrandSource({ brand, mayWrite, onChanged }: BrandTab) {
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
      <p className="mq-hint">
        {source
          ? 'This brand is also kept in a Git repository, as YAML and files that people and programs can read and change there.'
          : 'This brand isn’t connected to a Git repository. Connect one to also keep it as YAML and files that people and programs can read and change there.'}
      </p>
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
                label="Disconnect…"
                confirm="Disconnect and delete the token"
                words="The brand and the repository stay as they are."
                onConfirm={async () => {
                  await call('delete_brand_source', { slug: brand });
                  toast.success('Disconnected.');
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
