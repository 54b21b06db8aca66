'use client';
// The versions of an asset: adding one, comparing two, and which one is in use.
import { Link, useAuth } from '@payloadcms/ui';
import { changesTo, useLive } from '../../../client/live.ts';
import { useAddress } from '../../../client/useAddress.ts';
import { useAdminRoute, useCollectionSlug } from '../../../shell/routes.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Ago } from '../../../ui/Ago.tsx';
import { kindOf } from '../../../ui/format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { Thumbnail } from '../../../ui/Thumbnail.tsx';
import type { PicturedAsset } from '../../pictured.ts';
import { useVersions } from '../../useAsset.ts';
import { listParameter, toList } from '../navigation/from-list.ts';
import { useOpenAsset } from '../record/open-asset.ts';
import { CompareVersions } from './CompareVersions.tsx';
import { MakeCurrent } from './MakeCurrent.tsx';
import { useVersionUpload } from './useVersionUpload.ts';
import { currentOf, numberOf } from './version-facts.ts';
import { VersionUpload } from './VersionUpload.tsx';
import { useWords } from '../../../words/useWords.ts';
import './versions.css';

interface RowProps {
  version: PicturedAsset;
  /** It's the one whose page this is. */
  isOpen: boolean;
  /** The version in use. */
  current: PicturedAsset | null;
  maySwitch: boolean;
  onChanged: () => void;
}

function VersionRow({ version, isOpen, current, maySwitch, onChanged }: RowProps) {
  const { t, filesize } = useWords();
  const route = useAdminRoute();
  const [parameters] = useAddress();
  const name = t('versions:version', { number: numberOf(version) });
  const href = `${route(`/collections/assets/${version.id}`)}${toList(parameters.get(listParameter))}`;
  return (
    <li className="mq-asset-version" aria-label={name}>
      <Thumbnail asset={version} shownAt={72} />
      <div className="mq-version__text">
        <span className="mq-row">
          {isOpen ? (
            <strong>{name}</strong>
          ) : (
            <Link href={href} prefetch={false}>
              {name}
            </Link>
          )}
          {version.current ? (
            <span className="mq-badge mq-badge--note">{t('review:currentVersion')}</span>
          ) : (
            version.state !== 'active' && <StateBadge state={version.state} />
          )}
          {isOpen && <span className="mq-muted">{t('versions:shownAbove')}</span>}
        </span>
        <span className="mq-muted">
          {version.filename} · {kindOf(version.mime)}, {filesize(version.size)} ·{' '}
          <Ago of={version.createdAt} />
        </span>
      </div>
      {maySwitch && current && !version.current && version.state === 'active' && (
        <MakeCurrent version={version} current={current} onChanged={onChanged} />
      )}
    </li>
  );
}

interface VersionsProps {
  /** Newest first. */
  versions: readonly PicturedAsset[];
  own: PicturedAsset;
  mayUpload: boolean;
  maySwitch: boolean;
  again: () => void;
}

function Versions({ versions, own, mayUpload, maySwitch, again }: VersionsProps) {
  const { t } = useWords();
  const upload = useVersionUpload(own, versions, again);
  const current = currentOf(versions);
  return (
    <div className="mq-stack">
      {mayUpload && <VersionUpload own={own} versions={versions} upload={upload} />}
      {versions.length === 1 ? (
        <p className="mq-muted">{t('versions:onlyOne')}</p>
      ) : (
        <>
          <ul className="mq-stack__list" aria-label={t('versions:title')}>
            {versions.map((version) => (
              <VersionRow
                key={version.id}
                version={version}
                isOpen={version.id === own.id}
                current={current}
                maySwitch={maySwitch}
                onChanged={again}
              />
            ))}
          </ul>
          <CompareVersions versions={versions} own={own} />
        </>
      )}
    </div>
  );
}

export function AssetVersions() {
  const { asset, mayApprove } = useOpenAsset();
  const collectionSlug = useCollectionSlug('assets');
  const { permissions } = useAuth();
  const { data: versions, problem, again } = useVersions(asset.id);
  useLive(changesTo('asset'), again);
  const own = versions?.find(({ id }) => id === asset.id);
  if (problem) return <Alert problem={problem} />;
  if (!versions || !own) return null;
  return (
    <Versions
      key={own.id}
      versions={versions}
      own={own}
      mayUpload={asset.deletedAt === null && Boolean(permissions?.collections?.[collectionSlug]?.create)}
      maySwitch={mayApprove}
      again={again}
    />
  );
}
