'use client';
// Compares this version of an asset with another, and sets the current version.
import { Link, toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../assets/schemas.ts';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { useOperation } from '../client/useOperation.ts';
import { Alert } from '../ui/Alert.tsx';
import { filesize, kindOf, moment } from '../ui/format.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useAssetForm } from './useAssetForm.ts';
import { FacetSelect } from '../ui/FacetSelect.tsx';

const nameOf = ({ version }: Asset): string => (version === null ? 'The only version' : `Version ${version}`);

/** The facts to compare. */
const factsOf = (asset: Asset): [string, string][] => [
  ['File', asset.filename],
  ['Kind', `${kindOf(asset.mime)}, ${filesize(asset.size)}`],
  ['Pixels', asset.width && asset.height ? `${asset.width} × ${asset.height}` : '–'],
  ['Title', asset.metadata.title ?? '–'],
  ['Tags', asset.tags.join(', ') || '–'],
  ['Last day of use', asset.rights?.expires ?? '–'],
  ['Added', moment(asset.createdAt)],
];

interface SideProps {
  asset: Asset;
  other: Asset | null;
}

/** One version, with the facts that differ from the other marked. */
function Side({ asset, other }: SideProps) {
  const theirs = other ? new Map(factsOf(other)) : null;
  return (
    <section aria-label={nameOf(asset)}>
      <Thumbnail asset={asset} shownAt={420} />
      <h4>
        {nameOf(asset)} <StateBadge state={asset.state} />
        {asset.current && <span className="mq-badge mq-badge--note">Current version</span>}
      </h4>
      <dl className="mq-facts">
        {factsOf(asset).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{theirs && theirs.get(label) !== value ? <strong>{value}</strong> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function AssetVersions() {
  const { asset, mayApprove } = useAssetForm();
  const route = useAdminRoute();
  const { data: versions, problem, again } = useOperation('list_versions', asset ? { id: asset.id } : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, during] = useBusy();
  const own = versions?.find(({ id }) => id === asset?.id);
  if (problem) return <Alert problem={problem} />;
  if (!versions || !own) return null;
  const others = versions.filter(({ id }) => id !== own.id);
  const other = others.find(({ id }) => id === chosen) ?? others[0] ?? null;

  const use = async (version: Asset): Promise<void> => {
    await call('make_version_current', { id: own.id, n: String(version.version) });
    toast.success(`${nameOf(version)} is now the current version`);
    again();
  };

  if (!other)
    return (
      <p className="mq-quiet">There is only one version. To add another, upload a file with versionOf.</p>
    );
  const offered = [own, other].filter(({ current, state }) => !current && state === 'active');
  return (
    <div className="mq-versions">
      <div className="mq-row">
        <FacetSelect
          label="Compare with"
          value={other.id}
          choices={others.map((one) => ({ value: one.id, label: `${nameOf(one)}: ${one.filename}` }))}
          onChange={setChosen}
        />
        <Link href={route(`/collections/assets/${other.id}`)} prefetch={false}>
          Open {nameOf(other).toLowerCase()}
        </Link>
      </div>
      <div className="mq-pair mq-pair--two">
        <Side asset={own} other={other} />
        <Side asset={other} other={own} />
      </div>
      {mayApprove &&
        offered.map((version) => (
          <button
            key={version.id}
            type="button"
            className="mq-button mq-button--small"
            disabled={busy}
            onClick={() => void during(() => use(version))}
          >
            Use {nameOf(version).toLowerCase()}
          </button>
        ))}
    </div>
  );
}
