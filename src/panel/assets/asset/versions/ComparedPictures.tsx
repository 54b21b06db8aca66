'use client';
// The pictures of two versions: side by side, divided by a line, or only what differs; of documents, page by page.
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx';
import { pictureOf, useHasPicture } from '../../../ui/pictures.ts';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import type { PicturedAsset } from '../../pictured.ts';
import { usePreview } from '../../usePreview.ts';
import { useWords } from '../../../words/useWords.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { useAspectRatio } from './useAspectRatio.ts';
import { numberOf } from './version-facts.ts';

interface Props {
  before: PicturedAsset;
  after: PicturedAsset;
}

/** One page of a version as it's compared. */
export interface ComparedPicture {
  version: PicturedAsset;
  src: string;
}

const modes = ['sides', 'slider', 'difference'] as const;
type Mode = (typeof modes)[number];

interface Side {
  version: PicturedAsset;
  content: ReactNode;
}

function SideBySide({ sides }: { sides: readonly Side[] }) {
  const { t } = useWords();
  return (
    <div className="mq-pair mq-pair--two">
      {sides.map(({ version, content }, index) => (
        // A version can be compared with itself.
        <figure key={`${index} ${version.id}`} className="mq-compared">
          {content}
          <figcaption>{t('versions:version', { number: numberOf(version) })}</figcaption>
        </figure>
      ))}
    </div>
  );
}

const pictureSide = ({ version, src }: ComparedPicture): Side => ({
  version,
  content: (
    <span className="mq-thumb">
      <img src={src} alt="" decoding="async" />
    </span>
  ),
});

/** Of a version, if one of the two has no picture. */
const tileSide = (version: PicturedAsset): Side => ({
  version,
  content: <Thumbnail asset={version} shownAt={420} />,
});

/** Each pixel of one picture less the other's: the browser does it. */
function Difference({ before, after }: { before: ComparedPicture; after: ComparedPicture }) {
  const { t } = useWords();
  const { aspectRatio, onLoad } = useAspectRatio(after.version);
  return (
    <figure className="mq-compared">
      <div
        className="mq-difference"
        role="img"
        aria-label={t('versions:differenceOf', {
          before: numberOf(before.version),
          after: numberOf(after.version),
        })}
        style={{ aspectRatio }}
      >
        <img src={before.src} alt="" />
        <img src={after.src} alt="" onLoad={onLoad} />
      </div>
      <figcaption>{t('versions:differenceHint')}</figcaption>
    </figure>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

function Pages({ page, pages, onChange }: PagesProps) {
  const { t } = useWords();
  return (
    <div className="mq-row" role="group" aria-label={t('versions:pages')}>
      <IconButton label={t('versions:previousPage')} disabled={page === 1} onClick={() => onChange(page - 1)}>
        <PreviousIcon />
      </IconButton>
      <span aria-live="polite">{t('versions:pageOf', { page, pages })}</span>
      <IconButton label={t('versions:nextPage')} disabled={page === pages} onClick={() => onChange(page + 1)}>
        <NextIcon />
      </IconButton>
    </div>
  );
}

export function ComparedPictures({ before, after }: Props) {
  const { t } = useWords();
  const hasPicture = useHasPicture();
  const [mode, setMode] = useState<Mode>('sides');
  const [chosen, setPage] = useState(1);
  const previews = [usePreview(before.id), usePreview(after.id)];
  const lacksPreview = previews.some((preview) => preview?.state === 'unavailable');
  if (lacksPreview || ![before, after].every(hasPicture))
    return <SideBySide sides={[before, after].map(tileSide)} />;
  const pagesOf = previews.map((preview) => preview?.pages ?? 1);
  const pages = Math.max(...pagesOf);
  const page = Math.min(chosen, pages);
  const lacking = [before, after].filter((_, index) => page > (pagesOf[index] ?? 1));
  const pictured = (version: PicturedAsset): ComparedPicture => ({
    version,
    src: pictureOf(version, `${page > 1 ? `page_${page},` : ''}w_1280,f_webp`),
  });
  const [was, is] = [pictured(before), pictured(after)];
  const shown = [was, is].filter(({ version }) => !lacking.includes(version));
  const words = {
    sides: t('versions:sideBySide'),
    slider: t('versions:slider'),
    difference: t('versions:difference'),
  };
  return (
    <>
      <div className="mq-row">
        <div className="mq-switch" role="group" aria-label={t('versions:comparison')}>
          {modes.map((one) => (
            <button key={one} type="button" aria-pressed={mode === one} onClick={() => setMode(one)}>
              {words[one]}
            </button>
          ))}
        </div>
        {pages > 1 && <Pages page={page} pages={pages} onChange={setPage} />}
      </div>
      {lacking.map((version) => (
        <p key={version.id} className="mq-hint">
          {t('versions:noSuchPage', { number: numberOf(version), page })}
        </p>
      ))}
      {mode === 'sides' || lacking.length > 0 ? (
        <SideBySide sides={shown.map(pictureSide)} />
      ) : mode === 'slider' ? (
        <BeforeAfter key={page} before={was} after={is} />
      ) : (
        <Difference key={`${was.src} ${is.src}`} before={was} after={is} />
      )}
    </>
  );
}
