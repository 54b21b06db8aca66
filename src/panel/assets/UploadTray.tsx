'use client';
// The upload list in a corner of every page: progress, errors, and links to the uploaded assets.
import { Link } from '@payloadcms/ui';
import { counted, filesize } from '../ui/format.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { hasEnded, useUploads, type Upload } from './uploads.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import './uploads.css';

function wordsFor({ phase, progress, problem, status, into, versionOf }: Upload): string {
  switch (phase) {
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return `Uploading, ${Math.round(progress * 100)}%`;
    case 'filing':
      return 'Processing';
    case 'sent':
      return 'Uploaded';
    case 'present':
      if (versionOf !== null) return 'Already in the library, so it wasn’t added as a version';
      return into === null ? 'Already in the library' : 'Already in the library, now also in the collection';
    case 'filed':
      if (status === 'proposed') return 'Proposed for review';
      if (versionOf !== null && status === 'active') return 'Added as a new version';
      return status === 'draft'
        ? 'Saved as a draft: required fields are missing'
        : into === null
          ? 'In the library'
          : 'In the collection';
    case 'failed':
      return problem ?? 'Failed';
  }
}

function Row({ upload }: { upload: Upload }) {
  const { retry, cancel } = useUploads();
  const route = useAdminRoute();
  const { id, file, phase, progress, assetId } = upload;
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
        <progress className="mq-progress" value={progress} max={1} aria-label={`Upload of ${file.name}`} />
      )}
      <div className="mq-tray__words">
        <span>{wordsFor(upload)}</span>
        {phase === 'failed' && (
          <button type="button" className="mq-link" onClick={() => retry(id)}>
            Try again
          </button>
        )}
        {(phase === 'waiting' || phase === 'sending') && (
          <button type="button" className="mq-link" onClick={() => cancel(id)}>
            Cancel<span className="mq-sr-only"> the upload of {file.name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

/** What failed comes first, where it is seen; the rest as it was added. */
const failuresFirst = (items: readonly Upload[]): Upload[] => [
  ...items.filter(({ phase }) => phase === 'failed'),
  ...items.filter(({ phase }) => phase !== 'failed'),
];

function summaryOf(items: readonly Upload[], open: number, failed: number, paused: boolean): string {
  if (open > 0) return `${paused ? 'Paused:' : 'Uploading'} ${open} of ${items.length}`;
  return failed > 0 ? `${failed} of ${items.length} failed` : `${counted(items.length, 'file')} uploaded`;
}

export function UploadTray() {
  const { items, clear, retry, paused, pause } = useUploads();
  if (items.length === 0) return null;
  const open = items.filter((item) => !hasEnded(item)).length;
  const failed = items.filter(({ phase }) => phase === 'failed');
  const waits = items.some(({ phase }) => phase === 'waiting');
  return (
    <section className="mq-tray" aria-label="Uploads">
      <header className="mq-tray__head">
        <strong role="status">{summaryOf(items, open, failed.length, paused)}</strong>
        {(waits || (paused && open > 0)) && (
          <button type="button" className="mq-link" onClick={() => pause(!paused)}>
            {paused ? 'Resume' : 'Pause'}
          </button>
        )}
        {failed.length > 1 && (
          <button type="button" className="mq-link" onClick={() => failed.forEach(({ id }) => retry(id))}>
            Try all again
          </button>
        )}
        {open === 0 && (
          <IconButton label="Close the list of uploads" onClick={clear}>
            <CloseIcon />
          </IconButton>
        )}
      </header>
      <ul className="mq-tray__list">
        {failuresFirst(items).map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}
