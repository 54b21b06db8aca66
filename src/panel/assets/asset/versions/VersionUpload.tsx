'use client';
// Drops or chooses a file as the next version of an asset, and says what became of it.
import { Link } from '@payloadcms/ui';
import { useRef, useState, type DragEvent, type RefObject } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { kindOf } from '../../../ui/format.ts';
import { UploadIcon } from '../../../ui/icons.tsx';
import { useAdminRoute } from '../../../shell/routes.ts';
import { hasEnded, type Upload } from '../../uploading/upload.ts';
import { useUploads } from '../../uploads.tsx';
import { numberOf } from './version-facts.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';

/** Video stays video; documents and archives may replace each other. */
function familyOf(mime: string): string {
  const [family = ''] = mime.split('/');
  return ['image', 'video', 'audio', 'font'].includes(family) ? family : 'file';
}

const needKeys = {
  image: 'versions:needsPicture',
  video: 'versions:needsVideo',
  audio: 'versions:needsSound',
  font: 'versions:needsFont',
  file: 'versions:needsDocument',
} as const;

/** Browsers don't know every type: those files are left to the server. */
function whyNot(file: File, own: Asset, t: Translate): string | null {
  const [family, needed] = [familyOf(file.type), familyOf(own.mime)];
  if (file.type === '' || family === needed) return null;
  return t(needKeys[needed as keyof typeof needKeys], { file: file.name, kind: kindOf(file.type) });
}

interface OutcomeProps {
  upload: Upload;
  versions: readonly Asset[];
}

/** Why an upload added no version, or none in use yet. */
function Outcome({ upload: { phase, progress, problem, assetId, status, file }, versions }: OutcomeProps) {
  const { t, rich } = useWords();
  const route = useAdminRoute();
  const same = versions.find(({ id }) => id === assetId);
  switch (phase) {
    case 'waiting':
    case 'sending':
    case 'asking':
    case 'filing':
    case 'sent':
      return (
        <progress
          className="mq-progress"
          value={progress}
          max={1}
          aria-label={t('versions:uploading', { file: file.name })}
        />
      );
    case 'failed':
      return <Alert problem={t('versions:failed', { file: file.name, why: problem ?? '' })} />;
    case 'present':
      if (same) return <Alert problem={t('versions:sameAs', { file: file.name, number: numberOf(same) })} />;
      return (
        <p role="alert" className="mq-alert">
          {rich('versions:presentElsewhere', {
            file: file.name,
            link: (text) => (
              <Link href={route(`/collections/assets/${assetId ?? ''}`)} prefetch={false}>
                {text}
              </Link>
            ),
          })}
        </p>
      );
    case 'filed':
      if (status === 'proposed') return <p role="status">{t('versions:waitsForReview')}</p>;
      return status === 'draft' ? <p role="status">{t('versions:isDraft')}</p> : null;
  }
}

function FileInput({
  ref,
  onFiles,
}: {
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useWords();
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={t('versions:fileOf')}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
}

interface Props {
  own: Asset;
  versions: readonly Asset[];
  upload: Upload | null;
}

export function VersionUpload({ own, versions, upload }: Props) {
  const { t } = useWords();
  const { addVersion, retry } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const busy = upload !== null && !hasEnded(upload);

  const take = (files: readonly File[]): void => {
    const [file] = files;
    if (!file) return;
    const why = files.length > 1 ? t('versions:oneFile') : whyNot(file, own, t);
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
      aria-label={t('versions:newVersion')}
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
          <UploadIcon /> {t('versions:upload')}
        </button>
        <span className="mq-muted">{t('versions:orDrop')}</span>
        {upload?.phase === 'failed' && (
          <button type="button" className="mq-link" onClick={() => retry(upload.id)}>
            {t('sharing:tryAgain')}
          </button>
        )}
      </div>
      <FileInput ref={input} onFiles={take} />
      {refusal !== null && <Alert problem={refusal} />}
      {upload && refusal === null && <Outcome upload={upload} versions={versions} />}
    </section>
  );
}
