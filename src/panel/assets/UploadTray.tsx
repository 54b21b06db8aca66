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
  const { retry } = useUploads();
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
      </div>
    </li>
  );
}

export function UploadTray() {
  const { items, clear } = useUploads();
  if (items.length === 0) return null;
  const open = items.filter((item) => !hasEnded(item)).length;
  const failed = items.filter(({ phase }) => phase === 'failed').length;
  const summary =
    open > 0
      ? `Uploading ${open} of ${items.length}`
      : failed > 0
        ? `${failed} of ${items.length} failed`
        : `${counted(items.length, 'file')} uploaded`;
  return (
    <section className="mq-tray" aria-label="Uploads">
      <header className="mq-tray__head">
        <strong role="status">{summary}</strong>
        {open === 0 && (
          <IconButton label="Close the list of uploads" onClick={clear}>
            <CloseIcon />
          </IconButton>
        )}
      </header>
      <ul className="mq-tray__list">
        {items.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}
