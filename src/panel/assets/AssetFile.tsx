'use client';
// An asset's preview and file facts; for a new asset, the file input.
import { CopyToClipboard, Upload, useConfig, useDocumentInfo } from '@payloadcms/ui';
import { FontSpecimen } from './FontSpecimen.tsx';
import { contentOf, filesize, kindOf, when } from '../ui/format.ts';
import { DownloadIcon, FileIcon } from '../ui/icons.tsx';
import { useHasPicture } from '../ui/pictures.ts';
import { useAssetForm, type StoredAsset } from './useAssetForm.ts';
import { Terms } from '../ui/Terms.tsx';

function Preview({ asset }: { asset: StoredAsset }) {
  const { id, mimeType: mime, width, height, filename, metadata } = asset;
  const name = metadata?.title ?? filename;
  const hasPicture = useHasPicture();
  if (asset.deletedAt) return <span className="mq-preview__none">This asset is in the trash.</span>;
  if (hasPicture({ mime, width })) {
    return (
      <img
        src={contentOf(id, 'w_1280,f_webp')}
        alt={metadata?.description ?? name}
        {...(width && height ? { width, height } : {})}
      />
    );
  }
  const source = contentOf(id);
  if (mime.startsWith('video/'))
    return (
      <video controls preload="metadata" src={source} aria-label={name}>
        <track kind="captions" />
      </video>
    );
  if (mime.startsWith('audio/')) return <audio controls preload="metadata" src={source} aria-label={name} />;
  if (mime === 'application/pdf') return <iframe src={source} title={name} />;
  if (mime.startsWith('font/')) return <FontSpecimen id={id} name={name} />;
  return (
    <span className="mq-preview__none">
      <FileIcon /> {kindOf(mime)} files have no preview.
    </span>
  );
}

function Facts({ asset }: { asset: StoredAsset }) {
  const { width, height, sha256, proposedBy, c2pa } = asset;
  const facts: [string, string][] = [
    ['Kind', kindOf(asset.mimeType)],
    ['Size', filesize(asset.filesize)],
    ...(width && height ? [['Pixels', `${width} × ${height}`] as [string, string]] : []),
    ['Added', when(asset.createdAt)],
    ...(proposedBy ? [['Proposed by', proposedBy] as [string, string]] : []),
    ...(c2pa ? [['Content Credentials', c2pa.signedBy ?? 'present'] as [string, string]] : []),
  ];
  return (
    <Terms className="mq-facts" terms={facts}>
      <div>
        <dt>SHA-256</dt>
        <dd className="mq-facts__hash">
          <code title={sha256}>{sha256.slice(0, 12)}</code>
          <CopyToClipboard value={sha256} defaultMessage="Copy the SHA-256" />
        </dd>
      </div>
    </Terms>
  );
}

export function AssetFile() {
  const { asset } = useAssetForm();
  const { collectionSlug, initialState } = useDocumentInfo();
  const { getEntityConfig } = useConfig();
  if (!asset) {
    const config = collectionSlug ? getEntityConfig({ collectionSlug }) : null;
    if (!config?.upload || !collectionSlug) return null;
    return (
      <Upload
        collectionSlug={collectionSlug}
        uploadConfig={config.upload}
        initialState={initialState ?? {}}
      />
    );
  }
  return (
    <figure className="mq-file">
      <div className={`mq-preview ${asset.mimeType === 'application/pdf' ? 'mq-preview--page' : ''}`}>
        <Preview asset={asset} />
      </div>
      <figcaption>
        <Facts asset={asset} />
        {!asset.deletedAt && (
          <a className="mq-button mq-button--small" href={`${contentOf(asset.id)}?download`} download>
            <DownloadIcon /> Original
          </a>
        )}
      </figcaption>
    </figure>
  );
}
