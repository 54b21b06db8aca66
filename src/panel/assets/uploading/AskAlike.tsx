'use client';
// Asks what becomes of a file that looks like an asset of the library.
import { Link } from '@payloadcms/ui';
import { useAdminRoute } from '../../shell/routes.ts';
import { pictureOf } from '../../ui/pictures.ts';
import { useWords } from '../../words/useWords.ts';
import { useUploads } from '../uploads.tsx';
import type { Upload } from './upload.ts';

interface DecisionProps {
  text: string;
  file: File;
  onDecide: () => void;
}

function Decision({ text, file, onDecide }: DecisionProps) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="mq-link"
      aria-label={t('uploads:decisionOn', { decision: text, name: file.name })}
      onClick={onDecide}
    >
      {text}
    </button>
  );
}

export function AskAlike({ upload: { id, file, alike } }: { upload: Upload }) {
  const { t } = useWords();
  const { decide, cancel } = useUploads();
  const route = useAdminRoute();
  const [nearest] = alike;
  if (!nearest) return null;
  return (
    <div className="mq-tray__alike">
      <img src={pictureOf(nearest, 'w_160,f_webp')} alt="" />
      <div>
        <Link href={route(`/collections/assets/${nearest.id}`)} prefetch={false}>
          {t('uploads:looksLike', { name: nearest.title })}
        </Link>
        <div className="mq-tray__decisions">
          <Decision text={t('uploads:addAnyway')} file={file} onDecide={() => decide([id])} />
          <Decision text={t('uploads:addAsVersion')} file={file} onDecide={() => decide([id], nearest.id)} />
          <Decision text={t('uploads:leaveOut')} file={file} onDecide={() => cancel(id)} />
        </div>
      </div>
    </div>
  );
}

/** The same decision about all files that wait for one. */
export function AskAll({ asked }: { asked: readonly Upload[] }) {
  const { t } = useWords();
  const { decide, cancel } = useUploads();
  return (
    <div className="mq-tray__more mq-tray__decisions">
      <button type="button" className="mq-link" onClick={() => decide(asked.map(({ id }) => id))}>
        {t('uploads:addAllAnyway', { count: asked.length })}
      </button>
      <button type="button" className="mq-link" onClick={() => asked.forEach(({ id }) => cancel(id))}>
        {t('uploads:leaveAllOut')}
      </button>
    </div>
  );
}
