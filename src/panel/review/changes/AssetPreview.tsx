'use client';
// The preview of an asset: its picture, video or audio, or an icon for other files.
import type { ReactNode } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { nameOf } from '../../assets/name-of.ts';
import { useAsset } from '../../assets/useAsset.ts';
import { kindOf } from '../../ui/format.ts';
import { FileIcon } from '../../ui/icons.tsx';
import { pictureOf, useHasPicture, type Pictured } from '../../ui/pictures.ts';
import '../../assets/asset/file/file.css';

interface Props {
  asset: Pictured & Pick<Asset, 'mime' | 'width' | 'height'>;
  name: string;
  large?: boolean;
}

export function AssetPreview({ asset, name, large }: Props) {
  const { mime, width, height } = asset;
  const hasPicture = useHasPicture();
  if (hasPicture(asset) && !/^(video|audio)\//.test(mime))
    return (
      <a className="mq-preview" href={pictureOf(asset)} target="_blank" rel="noreferrer">
        <img
          src={pictureOf(asset, large ? 'w_1280,f_webp' : 'w_640,f_webp')}
          alt={name}
          fetchPriority="high"
          {...(width && height ? { width, height } : {})}
        />
      </a>
    );
  const source = pictureOf(asset);
  return (
    <span className="mq-preview">
      {mime.startsWith('video/') ? (
        <video controls preload="metadata" src={source} aria-label={name}>
          <track kind="captions" />
        </video>
      ) : mime.startsWith('audio/') ? (
        <audio controls preload="metadata" src={source} aria-label={name} />
      ) : (
        <span className="mq-preview__none">
          <FileIcon /> {kindOf(mime)}
        </span>
      )}
    </span>
  );
}

interface TargetProps {
  id: string;
  /** A change to the asset, shown below its preview; called with null until the asset is loaded. */
  children?: (asset: Asset | null) => ReactNode;
}

/** The preview of a proposal's asset. */
export function TargetPreview({ id, children }: TargetProps) {
  const { data: asset } = useAsset(id);
  return (
    <>
      {asset && <AssetPreview asset={asset} name={nameOf(asset)} />}
      {children?.(asset)}
    </>
  );
}
