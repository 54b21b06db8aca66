'use client';
// The upload list in a corner of every page: progress, errors, and links to the uploaded assets.
import { Link } from '@payloadcms/ui';
import dynamic from 'next/dynamic.js';
import { useState } from 'react';
import { CloseIcon } from '../ui/icons.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { hasEnded, isUnderWay, type Upload } from './uploading/upload.ts';
import { useUploads } from './uploads.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useWords } from '../words/useWords.ts';
import type { Words, Translate } from '../words/words.tsx';
import './uploads.css';

/** It comes with what it's needed for: every view has this list. */
const FiledEdit = dynamic(() => import('./uploading/FiledEdit.tsx').then((module) => module.FiledEdit));
const LooksLike = dynamic(() => import('./uploading/LooksLike.tsx').then((module) => module.LooksLike));
const AskAlike = dynamic(() => import('./uploading/AskAlike.tsx').then((module) => module.AskAlike));
const AskAll = dynamic(() => import('./uploading/AskAlike.tsx').then((module) => module.AskAll));

/** With more files than this, their pages tell which others they look like: that would be as many calls. */
const mostCompared = 20;

function wordsOfFiled({ status, into, versionOf, meta }: Upload, t: Translate): string {
  if (status === 'proposed') return t('uploads:proposed');
  if (versionOf !== null && status === 'active') return t('uploads:newVersion');
  if (status === 'draft') return t('uploads:draft');
  return t(into === null && !meta.collections ? 'uploads:inLibrary' : 'uploads:inCollection');
}

function wordsFor(upload: Upload, { t, percent }: Words): string {
  const { phase, progress, problem, into, versionOf, differs, meta } = upload;
  switch (phase) {
    case 'waiting':
      return t('uploads:waiting');
    case 'sending':
      return t('uploads:sending', { percent: percent(progress) });
    case 'asking':
      return t('uploads:needsDecision');
    case 'filing':
      return t('uploads:processing');
    case 'sent':
      return t('uploads:uploaded');
    case 'present':
      if (versionOf !== null) return t('uploads:presentNotVersion');
      if (into !== null || meta.collections) return t('uploads:presentNowInCollection');
      return t(differs ? 'uploads:presentUnchanged' : 'uploads:present');
    case 'filed':
      return wordsOfFiled(upload, t);
    case 'failed':
      return problem ?? t('uploads:failed');
  }
}

function Row({ upload, compared }: { upload: Upload; compared: boolean }) {
  const words = useWords();
  const { t, filesize } = words;
  const { retry, cancel } = useUploads();
  const route = useAdminRoute();
  const { id, file, phase, progress, assetId, versionOf, decided } = upload;
  const moving = phase === 'sending' || phase === 'filing';
  return (
    <li className={`mq-tray__row mq-tray__row--${phase}`}>
      <div className="mq-tray__name">
        {assetId ? (
          <Link href={route(`/collections/assets/${assetId}`)} prefetch={false}>
            {file.name}
          </Link>
        ) : (
          <span>{file.name}</span>
        )}
        <span className="mq-muted">{filesize(file.size)}</span>
      </div>
      {moving && (
        <progress
          className="mq-progress"
          value={progress}
          max={1}
          aria-label={t('uploads:progressOf', { name: file.name })}
        />
      )}
      <div className="mq-tray__words">
        <span>{wordsFor(upload, words)}</span>
        {phase === 'failed' && (
          <button type="button" className="mq-link" onClick={() => retry(id)}>
            {t('sharing:tryAgain')}
          </button>
        )}
        {(phase === 'waiting' || phase === 'sending') && (
          <button
            type="button"
            className="mq-link"
            aria-label={t('uploads:cancelOne', { name: file.name })}
            onClick={() => cancel(id)}
          >
            {t('ui:cancel')}
          </button>
        )}
      </div>
      {phase === 'asking' && <AskAlike upload={upload} />}
      {compared && phase === 'filed' && assetId && versionOf === null && !decided && (
        <LooksLike id={assetId} />
      )}
    </li>
  );
}

/** What needs the person comes first, where it's seen; the rest as it was added. */
const urgentFirst = (items: readonly Upload[]): Upload[] => {
  const isUrgent = ({ phase }: Upload): boolean => phase === 'failed' || phase === 'asking';
  return [...items.filter(isUrgent), ...items.filter((item) => !isUrgent(item))];
};

/** Offers to edit what was added, all of it at once. */
function EditFiled({ items }: { items: readonly Upload[] }) {
  const { t } = useWords();
  const [state, setState] = useState<'offered' | 'open' | 'closed'>('offered');
  const [changed, setChanged] = useState(false);
  const assets = items.flatMap(({ phase, asset, versionOf }) =>
    phase === 'filed' && asset && asset.status !== 'proposed' && versionOf === null ? [asset] : [],
  );
  if (assets.length === 0) return null;
  return (
    <>
      {!changed && (
        <div className="mq-tray__more">
          <button type="button" className="mq-link" onClick={() => setState('open')}>
            {t('uploads:editFiled', { count: assets.length })}
          </button>
        </div>
      )}
      {state !== 'offered' && (
        <FiledEdit
          assets={assets}
          open={state === 'open'}
          onChanged={() => setChanged(true)}
          onClose={() => setState('closed')}
        />
      )}
    </>
  );
}

interface Sum {
  total: number;
  open: number;
  asked: number;
  failed: number;
  paused: boolean;
}

function summaryOf({ total, open, asked, failed, paused }: Sum, t: Translate): string {
  if (open > 0) return t(paused ? 'uploads:pausedOf' : 'uploads:runningOf', { open, total });
  if (asked > 0) return t('uploads:needDecision', { count: asked });
  return failed > 0 ? t('uploads:failedOf', { failed, total }) : t('uploads:uploadedSome', { count: total });
}

export function UploadTray() {
  const { t } = useWords();
  const { items, clear, retry, paused, pause } = useUploads();
  if (items.length === 0) return null;
  const open = items.filter(isUnderWay).length;
  const asked = items.filter(({ phase }) => phase === 'asking');
  const failed = items.filter(({ phase }) => phase === 'failed');
  const waits = items.some(({ phase }) => phase === 'waiting');
  return (
    <section className="mq-tray" aria-label={t('uploads:title')}>
      <header className="mq-tray__head">
        <strong role="status">
          {summaryOf({ total: items.length, open, asked: asked.length, failed: failed.length, paused }, t)}
        </strong>
        {(waits || (paused && open > 0)) && (
          <button type="button" className="mq-link" onClick={() => pause(!paused)}>
            {t(paused ? 'uploads:resume' : 'uploads:pause')}
          </button>
        )}
        {failed.length > 1 && (
          <button type="button" className="mq-link" onClick={() => failed.forEach(({ id }) => retry(id))}>
            {t('uploads:tryAllAgain')}
          </button>
        )}
        {items.every(hasEnded) && (
          <IconButton label={t('uploads:closeList')} onClick={clear}>
            <CloseIcon />
          </IconButton>
        )}
      </header>
      {asked.length > 1 && <AskAll asked={asked} />}
      {items.every(hasEnded) && <EditFiled items={items} />}
      <ul className="mq-tray__list">
        {urgentFirst(items).map((upload) => (
          <Row key={upload.id} upload={upload} compared={items.length <= mostCompared} />
        ))}
      </ul>
    </section>
  );
}
