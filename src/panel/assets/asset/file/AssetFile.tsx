'use client';
// An asset's preview, the facts about its file, and its comments.
import { madeByAi } from '../../../../lib/made-by-ai.ts';
import { AssetComments } from '../../../comments/AssetComments.tsx';
import { CommentedFile } from '../../../comments/CommentedFile.tsx';
import { Commenting } from '../../../comments/Commenting.tsx';
import { useAddress } from '../../../client/useAddress.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { isPlayed, kindOf } from '../../../ui/format.ts';
import { useHasPicture } from '../../../ui/pictures.ts';
import { Terms } from '../../../ui/Terms.tsx';
import { pageIn } from '../../found-in-text.ts';
import { pixelsOf } from '../../pixels.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { AssetPicture } from './AssetPicture.tsx';
import { DownloadMenu } from './DownloadMenu.tsx';
import { PlayedFile } from './PlayedFile.tsx';
import { PreviewState } from './PreviewState.tsx';
import { rightsInWords } from '../rights/rights-in-words.ts';
import { AssetColors } from './AssetColors.tsx';
import { AssetContents } from './AssetContents.tsx';
import { AssetCredentials } from './AssetCredentials.tsx';
import { SimilarAssets } from './SimilarAssets.tsx';
import { useOpenAsset } from '../record/open-asset.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useWords } from '../../../words/useWords.ts';
import './file.css';

function Preview({ asset }: { asset: PicturedAsset }) {
  const { t } = useWords();
  const { id, mime, width, height, filename, metadata, thumbnail = null } = asset;
  const hasPicture = useHasPicture();
  const [parameters] = useAddress();
  if (asset.deletedAt)
    return (
      <div className="mq-preview">
        <span className="mq-preview__none">{t('asset:inTrash')}</span>
      </div>
    );
  if (width !== null && !isPlayed(mime) && hasPicture({ mime, width })) {
    const alt = metadata.description ?? metadata.title ?? filename;
    const picture = { id, mime, width, height, alt, thumbnail };
    return <AssetPicture key={id} {...picture} />;
  }
  return (
    <div className={`mq-preview ${mime === 'application/pdf' ? 'mq-preview--page' : ''}`}>
      <PlayedFile id={id} mime={mime} name={metadata.title ?? filename} page={pageIn(parameters)} />
    </div>
  );
}

function Facts({ asset }: { asset: PicturedAsset }) {
  const words = useWords();
  const { t, filesize, when } = words;
  const { id, sha256, proposedBy, c2pa, rights, createdAt, updatedAt } = asset;
  const ai = madeByAi(asset);
  const usage = useOperation('get_asset_usage', { id });
  const pixels = pixelsOf(asset);
  const facts: [string, string][] = [
    // Without a title, the page is headed by it.
    ...(asset.metadata.title === undefined
      ? []
      : [[t('library:fileName'), asset.filename] as [string, string]]),
    [t('assets:kind'), kindOf(asset.mime)],
    [t('assets:size'), filesize(asset.size)],
    ...(pixels ? [[t('assets:pixels'), pixels] as [string, string]] : []),
    [t('assets:added'), when(createdAt)],
    [t('asset:changed'), when(updatedAt)],
    ...(proposedBy ? [[t('asset:proposedBy'), proposedBy] as [string, string]] : []),
    ...(c2pa
      ? [[t('review:contentCredentials'), c2pa.signedBy ?? t('asset:credentialsPresent')] as [string, string]]
      : []),
    ...(ai === 'unknown' ? [] : [[t('assets:madeByAi'), t(`ui:${ai}`)] as [string, string]]),
    [t('assets:usageRights'), rightsInWords(rights, words, usage.data)],
  ];
  return (
    <Terms className="mq-facts" terms={facts}>
      <div>
        <dt>SHA-256</dt>
        <dd className="mq-facts__hash">
          <code title={sha256}>{sha256.slice(0, 12)}</code>
          <CopyButton value={sha256} label={t('asset:copyHash')} />
        </dd>
      </div>
    </Terms>
  );
}

export function AssetFile() {
  const { asset, mayApprove } = useOpenAsset();
  const hasPicture = useHasPicture();
  const { id, mime, size, width, height, workspaceId: workspace } = asset;
  const file = (
    <figure className="mq-file">
      <CommentedFile>
        <Preview asset={asset} />
      </CommentedFile>
      {!asset.deletedAt && <PreviewState id={id} />}
      <figcaption>
        <Facts asset={asset} />
        {!asset.deletedAt && (
          <DownloadMenu
            asset={{ id, mime, size, width, height, workspace }}
            hasPicture={hasPicture({ mime, width })}
          />
        )}
      </figcaption>
    </figure>
  );
  if (asset.deletedAt) return file;
  return (
    <Commenting key={id} asset={{ id, mime }}>
      {file}
      {/^(application|model)\//.test(mime) && <AssetContents id={id} />}
      <AssetColors id={id} />
      {asset.c2pa && <AssetCredentials id={id} />}
      <SimilarAssets id={id} />
      <AssetComments mayApprove={mayApprove} />
    </Commenting>
  );
}
