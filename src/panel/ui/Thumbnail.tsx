'use client';
// An asset's thumbnail, or a tile with its file type.
import { useEffect, useState } from 'react';
import { isRendered, kindOf } from './format.ts';
import { FileIcon } from './icons.tsx';
import { pictureOf, useHasPicture, type Pictured } from './pictures.ts';

interface Props {
  asset: Pictured & { mime: string; width: number | null; height: number | null };
  /** Width on the page, in CSS pixels. */
  shownAt: number;
  /** In the window from the start: it's loaded with the page. */
  first?: boolean;
}

/** Photo-shaped images fill the tile; others, such as logos and banners, are shown whole. */
export function fills({ mime, width, height }: Props['asset']): boolean {
  const ratio = width && height ? width / height : 1;
  return mime !== 'image/svg+xml' && !mime.startsWith('font/') && ratio > 0.9 && ratio < 2.1;
}

/** How long after each failure a picture is tried again whose preview may be drawn by then. */
const againAfterMs = [3_000, 15_000, 60_000];

/** @returns whether the picture of this address can't be shown, for now */
function useFailures(source: string, mayComeLater: boolean) {
  const [failures, setFailures] = useState({ source, count: 0, isShown: true });
  const { count, isShown } = failures.source === source ? failures : { count: 0, isShown: true };
  useEffect(() => {
    const wait = againAfterMs[count - 1];
    if (isShown || !mayComeLater || wait === undefined) return;
    const timer = window.setTimeout(() => setFailures({ source, count, isShown: true }), wait);
    return () => window.clearTimeout(timer);
  }, [source, count, isShown, mayComeLater]);
  const onError = (): void => setFailures({ source, count: count + 1, isShown: false });
  // What failed before the page came to life told nobody.
  const seen = (picture: HTMLImageElement | null): void => {
    if (picture?.complete && picture.naturalWidth === 0) onError();
  };
  return { hasFailed: !isShown, onError, seen };
}

export function Thumbnail({ asset, shownAt, first = false }: Props) {
  const hasPicture = useHasPicture();
  const source = pictureOf(asset, 'w_320,f_webp');
  const { hasFailed, onError, seen } = useFailures(source, !isRendered(asset.mime));
  if (!hasPicture(asset) || hasFailed) {
    return (
      <span className="mq-thumb mq-thumb--file">
        <FileIcon />
        <span>{kindOf(asset.mime)}</span>
      </span>
    );
  }
  return (
    <span className={`mq-thumb ${fills(asset) ? 'mq-thumb--fill' : ''}`}>
      <img
        src={source}
        ref={seen}
        onError={onError}
        srcSet={[320, 640].map((w) => `${pictureOf(asset, `w_${w},f_webp`)} ${w}w`).join(', ')}
        sizes={`${shownAt}px`}
        alt=""
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
      />
    </span>
  );
}
