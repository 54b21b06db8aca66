'use client';
// A proposed asset, next to the version it would replace or the asset it was made from.
import type { Asset } from '../../../assets/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useFields } from '../../client/useFields.ts';
import { showValue } from '../../fields/ValuesField.tsx';
import { filesize, kindOf } from '../../ui/format.ts';
import type { ProposedAsset } from '../proposal/proposed.ts';
import { AssetLink } from './AssetLink.tsx';
import { AssetPreview } from './AssetPreview.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { Facts } from './Facts.tsx';
import { Sides } from './Sides.tsx';
import { TagList } from './TagList.tsx';

const originLabels = {
  shot: 'Shot',
  licensed: 'Licensed',
  generated: 'Generated',
} as const satisfies Record<NonNullable<ProposedAsset['origin']>, string>;

/** What to compare it with: the current version, or the asset it was made from. */
function useCounterpart(id: string, proposed: ProposedAsset): { asset: Asset; name: string } | null {
  const versions = useOperation('list_versions', proposed.versionOf ? { id } : null);
  const parent = useOperation(
    'get_asset',
    !proposed.versionOf && proposed.parentAssetId ? { id: proposed.parentAssetId } : null,
  );
  const current = versions.data?.find((one) => one.current && one.id !== id);
  if (current) return { asset: current, name: 'Current version' };
  return parent.data ? { asset: parent.data, name: 'Made from' } : null;
}

/** File type, dimensions and size, as one line. */
function kindLine({ mime, width, height }: ProposedAsset, asset: Asset | null): string {
  const dimensions = width && height ? `${width} × ${height}` : null;
  return [kindOf(mime), dimensions, asset ? filesize(asset.size) : null].filter(Boolean).join(' · ');
}

interface PartProps {
  proposed: ProposedAsset;
  /** Null until loaded. */
  asset: Asset | null;
}

function AssetFacts({ proposed, asset }: PartProps) {
  const { fields } = useFields(asset?.workspaceId ?? null);
  const { metadata, rights } = proposed;
  return (
    <Facts
      facts={[
        ['File', proposed.filename],
        ['Kind', kindLine(proposed, asset)],
        ['Description', metadata.description],
        ['By', metadata.creator],
        ['Copyright', metadata.copyright],
        ['Tags', proposed.tags.length > 0 ? <TagList tags={proposed.tags} /> : null],
        ...Object.entries(proposed.fields).map(([key, value]): Term => [
          fields?.find((field) => field.key === key)?.label ?? key,
          showValue(value),
        ]),
        ['License', rights?.license],
        ['Territories', rights?.territories?.join(', ')],
        ['Channels', rights?.channels?.join(', ')],
        ['Not before', rights?.embargo],
        ['Expires', rights?.expires],
      ]}
    />
  );
}

function Provenance({ proposed, asset }: PartProps) {
  const { origin, generator, prompt, parentAssetId } = proposed;
  const c2pa = asset?.c2pa;
  if (!(origin ?? generator ?? prompt ?? c2pa)) return null;
  return (
    <section className="mq-provenance">
      <h3>Where it comes from</h3>
      <Facts
        facts={[
          ['Origin', origin ? originLabels[origin] : null],
          ['Made with', generator],
          ['Prompt', prompt ? <span className="mq-text">{prompt}</span> : null],
          ['Made from', parentAssetId ? <AssetLink id={parentAssetId} /> : null],
          ['Content Credentials', c2pa ? (c2pa.signedBy ?? c2pa.generator ?? 'In the file') : null],
        ]}
      />
    </section>
  );
}

export function AssetChange({ id, proposed }: { id: string; proposed: ProposedAsset }) {
  const { data: asset } = useOperation('get_asset', { id });
  const counterpart = useCounterpart(id, proposed);
  const name = proposed.metadata.title ?? proposed.filename;
  const preview = <AssetPreview asset={{ ...proposed, id }} name={name} large />;
  return (
    <>
      {counterpart ? (
        <Sides
          names={[counterpart.name, 'Proposed']}
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
