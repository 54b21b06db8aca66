'use client';
// Drops or chooses a file as the next version of an asset, and says what became of it.
import { Link } from '@payloadcms/ui';
import { useRef, useState, type DragEvent } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { kindOf } from '../../../ui/format.ts';
import { UploadIcon } from '../../../ui/icons.tsx';
import { useAdminRoute } from '../../../shell/routes.ts';
import { hasEnded, useUploads, type Upload } from '../../uploads.tsx';
import { nameOf } from './version-facts.ts';

/** Video stays video; documents and archives may replace each other. */
function familyOf(mime: string): string {
  const [family = ''] = mime.split('/');
  return ['image', 'video', 'audio', 'font'].includes(family) ? family : 'file';
}

const articles = {
  image: 'a picture',
  video: 'a video',
  audio: 'a sound',
  font: 'a font',
  file: 'a document',
};

/** Browsers don't know every type: those files are left to the server. */
function whyNot(file: File, own: Asset): string | null {
  const [family, needed] = [familyOf(file.type), familyOf(own.mime)];
  if (file.type === '' || family === needed) return null;
  const kind = articles[needed as keyof typeof articles];
  return `${file.name} is ${kindOf(file.type)}, but a version of this asset must be ${kind}. Upload it to the library instead.`;
}

interface OutcomeProps {
  upload: Upload;
  versions: readonly Asset[];
}

/** Why an upload added no version, or none in use yet. */
function Outcome({ upload: { phase, progress, problem, assetId, status, file }, versions }: OutcomeProps) {
  const route = useAdminRoute();
  const same = versions.find(({ id }) => id === assetId);
  switch (phase) {
    case 'waiting':
    case 'sending':
    case 'filing':
    case 'sent':
      return (
        <progress
          className="mq-progress"
          value={progress}
          max={1}
          aria-label={`Uploading ${file.name} as a new version`}
        />
      );
    case 'failed':
      return <Alert problem={`${file.name} wasn’t added. ${problem ?? ''}`} />;
    case 'present':
      if (same) return <Alert problem={`${file.name} is the same file as ${nameOf(same).toLowerCase()}.`} />;
      return (
        <p role="alert" className="mq-alert">
          {file.name} is already in the library as an asset of its own, so it wasn’t added as a version.{' '}
          <Link href={route(`/collections/assets/${assetId ?? ''}`)} prefetch={false}>
            Open that asset
          </Link>
        </p>
      );
    case 'filed':
      if (status === 'proposed')
        return <p role="status">The new version waits for review. Until then, nothing changes.</p>;
      return status === 'draft' ? (
        <p role="status">
          The new version is a draft, because required fields are missing. Open it to fill them in.
        </p>
      ) : null;
  }
}

interface Props {
  own: Asset;
  versions: readonly Asset[];
  upload: Upload | null;
}

export function VersionUpload({ own, versions, upload }: Props) {
  const { addVersion, retry } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const busy = upload !== null && !hasEnded(upload);

  const take = (files: readonly File[]): void => {
    const [file] = files;
    if (!file) return;
    const why = files.length > 1 ? 'Choose one file: each is a version of its own.' : whyNot(file, own);
    setRefusal(why);
    if (why === null) addVersion(file, own.id);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!busy) take([...event.dataTransfer.files]);
  };

  return (
    <section
      className={`mq-version-drop ${over ? 'mq-version-drop--over' : ''}`}
      aria-label="New version"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          onClick={() => input.current?.click()}
        >
          <UploadIcon /> Upload a new version
        </button>
        <span className="mq-muted">or drop a file here</span>
        {upload?.phase === 'failed' && (
          <button type="button" className="mq-link" onClick={() => retry(upload.id)}>
            Try again
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of the new version"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {refusal !== null && <Alert problem={refusal} />}
      {upload && refusal === null && <Outcome upload={upload} versions={versions} />}
    </section>
  );
}
