'use client';
// An asset of the results, large, and the ones before and after it.
import { Link } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { madeByAi } from '../../../../lib/made-by-ai.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { kindOf, isPlayed } from '../../../ui/format.ts';
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { pictureOf, useHasPicture } from '../../../ui/pictures.ts';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { Terms, type Term } from '../../../ui/Terms.tsx';
import { isRightToLeft } from '../../../ui/direction.ts';
import { useKeyDown } from '../../../ui/useKeyDown.ts';
import { PlayedFile } from '../../asset/file/PlayedFile.tsx';
import { atPlaceInText, placeInText } from '../../found-in-text.ts';
import { nameOf } from '../../name-of.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { rightsInWords } from '../../asset/rights/rights-in-words.ts';
import type { FoundAssets } from '../useAssets.ts';
import { useWords } from '../../../words/useWords.ts';
import { pixelsOf } from '../../pixels.ts';
import './look.css';

const shownAs = 'w_1280,f_webp';

function Picture({ asset }: { asset: PicturedAsset }) {
  const { id, mime, width, height, metadata, inText } = asset;
  const hasPicture = useHasPicture();
  const name = nameOf(asset);
  if (isPlayed(mime) || !hasPicture(asset))
    return <PlayedFile id={id} mime={mime} name={name} page={inText?.page ?? null} />;
  return (
    <img
      src={pictureOf(asset, shownAs)}
      alt={metadata.description ?? name}
      {...(width && height ? { width, height } : {})}
    />
  );
}

function Facts({ asset }: { asset: PicturedAsset }) {
  const words = useWords();
  const { t, filesize, when } = words;
  const place = placeInText(asset, words);
  const { filename, mime, size, state, tags, rights, createdAt } = asset;
  const pixels = pixelsOf(asset);
  const terms: Term[] = [
    [t('assets:state'), <StateBadge key="state" state={state} />],
    [t('assets:file'), place === null ? filename : `${filename} · ${place}`],
    [t('assets:kind'), kindOf(mime)],
    [t('assets:size'), filesize(size)],
    ...(pixels ? [[t('assets:pixels'), pixels] as const] : []),
    [t('assets:added'), when(createdAt)],
    ...(tags.length > 0 ? [[t('review:tags'), tags.join(', ')] as const] : []),
    ...(madeByAi(asset) === 'yes' ? [[t('assets:madeByAi'), t('ui:yes')] as const] : []),
    [t('assets:usageRights'), rightsInWords(rights, words)],
  ];
  return <Terms className="mq-look__facts" terms={terms} />;
}

/** Loads the picture that probably comes next. */
function usePreloaded(asset: PicturedAsset | undefined): void {
  const hasPicture = useHasPicture();
  const source = asset && hasPicture(asset) ? pictureOf(asset, shownAs) : null;
  useEffect(() => {
    if (source) new Image().src = source;
  }, [source]);
}

/** Steps with the arrow keys, and closes with the space bar, unless what has the focus uses them itself. */
function useKeys(step: (by: 1 | -1) => void, onClose: () => void): void {
  useKeyDown((event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('video, audio, input, textarea'))
      return;
    const [forward, back] = isRightToLeft(document.documentElement)
      ? ['ArrowLeft', 'ArrowRight']
      : ['ArrowRight', 'ArrowLeft'];
    if (event.key === forward) step(1);
    else if (event.key === back) step(-1);
    else if (event.key === ' ' && !target?.closest('button')) onClose();
    else return;
    event.preventDefault();
  });
}

interface FootProps {
  asset: PicturedAsset;
  /** Among all results, from 1. */
  position: number;
  total: number;
  query: string;
  hasNext: boolean;
  onStep: (by: 1 | -1) => void;
  onOpen: (id: string) => void;
}

function Foot({ asset, position, total, query, hasNext, onStep, onOpen }: FootProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <div className="mq-row mq-look__foot">
      <IconButton
        label={t('ui:previous')}
        title={t('library:previousKey')}
        disabled={position === 1}
        onClick={() => onStep(-1)}
      >
        <PreviousIcon />
      </IconButton>
      <span className="mq-muted" role="status">
        {t('assets:position', { position, total })}
      </span>
      <IconButton
        label={t('ui:next')}
        title={t('library:nextKey')}
        disabled={!hasNext}
        onClick={() => onStep(1)}
      >
        <NextIcon />
      </IconButton>
      <Link
        className="mq-button mq-button--primary mq-look__open"
        href={`${route(`/collections/assets/${asset.id}`)}${atPlaceInText(query, asset)}`}
        prefetch={false}
        onClick={() => onOpen(asset.id)}
      >
        {t('ui:open')}
      </Link>
    </div>
  );
}

interface Props {
  found: FoundAssets;
  /** Its place in the results. */
  at: number;
  /** Of its link: where it is opened from. */
  query: string;
  onStep: (at: number) => void;
  /** Called before its page opens. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function QuickLook({ found, at, query, onStep, onOpen, onClose }: Props) {
  const { assets, total, more, loadMore } = found;
  /** The person goes on, and what follows isn't loaded yet. */
  const [waits, setWaits] = useState(false);
  const asset = assets[at];
  if (waits && at < assets.length - 1) {
    setWaits(false);
    onStep(at + 1);
  }
  const isLast = at >= assets.length - 1 && !more;
  const step = (by: 1 | -1): void => {
    const to = at + by;
    if (to >= 0 && to < assets.length) onStep(to);
    else if (by === 1 && more) {
      setWaits(true);
      loadMore();
    }
  };
  useKeys(step, onClose);
  usePreloaded(assets[at + 1]);
  if (!asset) return null;
  return (
    <Sheet title={nameOf(asset)} className="mq-look" onClose={onClose}>
      <div className="mq-look__body">
        <div className="mq-preview mq-look__preview" key={asset.id}>
          <Picture asset={asset} />
        </div>
        <Facts asset={asset} />
      </div>
      <Foot
        asset={asset}
        position={at + 1}
        total={total}
        query={query}
        hasNext={!isLast && !waits}
        onStep={step}
        onOpen={onOpen}
      />
    </Sheet>
  );
}
