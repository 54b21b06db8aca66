'use client';
// A proposed asset, next to the version it would replace or the asset it was made from.
import type { Asset } from '../../../assets/schemas.ts';
import { nameOf } from '../../assets/name-of.ts';
import type { PicturedAsset } from '../../assets/pictured.ts';
import { useAsset, useVersions } from '../../assets/useAsset.ts';
import { useFields } from '../../client/useFields.ts';
import { showValue } from '../../fields/ValuePart.tsx';
import { kindOf } from '../../ui/format.ts';
import type { ProposedAsset } from '../proposal/proposed.ts';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { AssetPreview } from './AssetPreview.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { Facts } from './Facts.tsx';
import { Sides } from './Sides.tsx';
import { TagList } from './TagList.tsx';
import { useWords } from '../../words/useWords.ts';
import { originKeys } from '../../../words/asset-values.ts';
import type { Words } from '../../words/words.tsx';

/** What to compare it with: the current version, or the asset it was made from. */
function useCounterpart(id: string, proposed: ProposedAsset): { asset: PicturedAsset; name: string } | null {
  const { t } = useWords();
  const versions = useVersions(proposed.versionOf ? id : null);
  const parent = useAsset(proposed.versionOf ? null : proposed.parentAssetId);
  const current = versions.data?.find((one) => one.current && one.id !== id);
  if (current) return { asset: current, name: t('review:currentVersion') };
  return parent.data ? { asset: parent.data, name: t('review:madeFrom') } : null;
}

/** File type, dimensions and size, as one line. */
function kindLine(
  { mime, width, height }: ProposedAsset,
  asset: Asset | null,
  filesize: Words['filesize'],
): string {
  const dimensions = width && height ? `${width} × ${height}` : null;
  return [kindOf(mime), dimensions, asset ? filesize(asset.size) : null].filter(Boolean).join(' · ');
}

interface PartProps {
  proposed: ProposedAsset;
  /** Null until loaded. */
  asset: Asset | null;
}

function AssetFacts({ proposed, asset }: PartProps) {
  const { t, filesize } = useWords();
  const { fields } = useFields(asset?.workspaceId ?? null);
  const { metadata, rights } = proposed;
  return (
    <Facts
      facts={[
        [t('review:file'), proposed.filename],
        [t('review:fileKind'), kindLine(proposed, asset, filesize)],
        [t('review:description'), metadata.description],
        [t('review:creator'), metadata.creator],
        [t('review:copyright'), metadata.copyright],
        [t('review:tags'), proposed.tags.length > 0 ? <TagList tags={proposed.tags} /> : null],
        ...Object.entries(proposed.fields).map(([key, value]): Term => [
          fields?.find((field) => field.key === key)?.label ?? key,
          showValue(value, t),
        ]),
        [t('review:license'), rights?.license],
        [t('review:territories'), rights?.territories?.join(', ')],
        [t('review:channels'), rights?.channels?.join(', ')],
        [t('review:notBefore'), rights?.embargo],
        [t('review:expires'), rights?.expires],
      ]}
    />
  );
}

function Provenance({ proposed, asset }: PartProps) {
  const { t } = useWords();
  const { origin, generator, prompt, parentAssetId } = proposed;
  const c2pa = asset?.c2pa;
  if (!(origin ?? generator ?? prompt ?? c2pa)) return null;
  return (
    <section className="mq-provenance">
      <h3>{t('review:provenance')}</h3>
      <Facts
        facts={[
          [t('review:origin'), origin ? t(originKeys[origin]) : null],
          [t('review:madeWith'), generator],
          [t('review:prompt'), prompt ? <span className="mq-text">{prompt}</span> : null],
          [t('review:madeFrom'), parentAssetId ? <AssetLink id={parentAssetId} /> : null],
          [
            t('review:contentCredentials'),
            c2pa ? (c2pa.signedBy ?? c2pa.generator ?? t('review:credentialsInFile')) : null,
          ],
        ]}
      />
    </section>
  );
}

export function AssetChange({ id, proposed }: { id: string; proposed: ProposedAsset }) {
  const { t } = useWords();
  const { data: asset, problem } = useAsset(id);
  const counterpart = useCounterpart(id, proposed);
  const name = nameOf(proposed);
  // Shown once its address is known, so that it isn't loaded twice.
  const isKnown = asset !== null || problem !== null;
  const pictured = { ...proposed, id, thumbnail: asset?.thumbnail ?? null };
  const preview = isKnown ? (
    <AssetPreview asset={pictured} name={name} large />
  ) : (
    <span className="mq-preview" />
  );
  return (
    <>
      {counterpart ? (
        <Sides
          names={[counterpart.name, t('review:proposed')]}
          before={<AssetPreview asset={counterpart.asset} name={counterpart.asset.filename} />}
          after={preview}
        />
      ) : (
        preview
      )}
      <AssetFacts proposed={proposed} asset={asset} />
      <Provenance proposed={proposed} asset={asset} />
    </>
  );
}
