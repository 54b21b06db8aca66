// A portal's files as cards, each with its downloads.
import type { ReactElement } from 'react';
import { FileCard } from '../../sharing/file-card.tsx';
import type { PortalAsset } from '../schemas.ts';

function Downloads({ asset }: { asset: PortalAsset }): ReactElement {
  const [original, ...others] = asset.downloads;
  const name = asset.title ?? asset.filename;
  return (
    <div className="noprint">
      {original ? (
        <a className="button plain" href={original.url} aria-label={`Download ${name}`}>
          Download
        </a>
      ) : null}
      {others.length > 0 ? (
        <details className="more">
          <summary aria-label={`Other formats of ${name}`}>Other formats</summary>
          <ul className="downloads">
            {others.map((one) => (
              <li key={one.name}>
                <a href={one.url}>{one.name}</a>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

export function Files({ assets, level }: { assets: readonly PortalAsset[]; level: 2 | 3 }): ReactElement {
  return (
    <ul className="files">
      {assets.map((asset) => (
        <FileCard
          key={asset.id}
          level={level}
          file={{
            ...asset,
            title: asset.title ?? asset.filename,
            credit: asset.creator ?? asset.copyright,
            license: asset.rights?.license ?? null,
          }}
        >
          <Downloads asset={asset} />
        </FileCard>
      ))}
    </ul>
  );
}
