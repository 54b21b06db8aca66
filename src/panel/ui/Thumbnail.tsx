'use client';
// An asset's thumbnail, or a tile with its file type.
import { useState } from 'react';
import { kindOf } from './format.ts';
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
function fills({ mime, width, height }: Props['asset']): boolean {
  const ratio = width && height ? width / height : 1;
  return mime !== 'image/svg+xml' && !mime.startsWith('font/') && ratio > 0.9 && ratio < 2.1;
}

export function Thumbnail({ asset, shownAt, first = false }: Props) {
  const hasPicture = useHasPicture();
  // A picture that can't be drawn, or isn't yet.
  const [failed, setFailed] = useState<string | null>(null);
  const source = pictureOf(asset, 'w_320,f_webp');
  if (!hasPicture(asset) || failed === source) {
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
        onError={() => setFailed(source)}
        srcSet={[320, 640].map((w) => `${pictureOf(asset, `w_${w},f_webp`)} ${w}w`).join(', ')}
        sizes={`${shownAt}px`}
        alt=""
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
      />
    </span>
  );
}
