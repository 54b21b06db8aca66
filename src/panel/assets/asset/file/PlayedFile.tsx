'use client';
// A file that isn't shown as a picture: played, as pages, as a specimen, or as what it is.
import { contentOf, kindOf } from '../../../ui/format.ts';
import { FileIcon } from '../../../ui/icons.tsx';
import { FontSpecimen } from './FontSpecimen.tsx';
import { PlayedSound } from './PlayedSound.tsx';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  id: string;
  mime: string;
  name: string;
  /** The page that it opens on, where it has pages; null: the first. */
  page?: number | null;
}

export function PlayedFile({ id, mime, name, page = null }: Props) {
  const { t } = useWords();
  const source = contentOf(id);
  if (mime.startsWith('video/'))
    return (
      <video controls preload="metadata" src={source} aria-label={name}>
        <track kind="captions" />
      </video>
    );
  if (mime.startsWith('audio/')) return <PlayedSound id={id} name={name} />;
  // As every browser's viewer understands it (RFC 8118, section 3).
  if (mime === 'application/pdf')
    return <iframe src={page === null ? source : `${source}#page=${page}`} title={name} />;
  if (mime.startsWith('font/')) return <FontSpecimen id={id} name={name} />;
  return (
    <span className="mq-preview__none">
      <FileIcon /> {t('asset:noPreview', { kind: kindOf(mime) })}
    </span>
  );
}
