'use client';
// The preview of an asset: its picture, video or audio, or an icon for other files.
import type { ReactNode } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { kindOf } from '../../ui/format.ts';
import { FileIcon } from '../../ui/icons.tsx';
import { useContentOf, useHasPicture } from '../../ui/pictures.ts';
import '../../assets/asset/file.css';

interface Props {
  asset: Pick<Asset, 'id' | 'mime' | 'width' | 'height'>;
  name: string;
  large?: boolean;
}

export function AssetPreview({ asset, name, large }: Props) {
  const { id, mime, width, height } = asset;
  const hasPicture = useHasPicture();
  const contentOf = useContentOf();
  if (hasPicture(asset))
    return (
      <a className="mq-preview" href={contentOf(id)} target="_blank" rel="noreferrer">
        <img
          src={contentOf(id, large ? 'w_1280,f_webp' : 'w_640,f_webp')}
          alt={name}
          {...(width && height ? { width, height } : {})}
        />
      </a>
    );
  const source = contentOf(id);
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
  const { data: asset } = useOperation('get_asset', { id });
  return (
    <>
      {asset && <AssetPreview asset={asset} name={asset.metadata.title ?? asset.filename} />}
      {children?.(asset)}
    </>
  );
}
