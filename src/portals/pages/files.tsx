// A portal's files as cards, each with its downloads.
import type { ReactElement } from 'react';
import { signedSrcset } from '../../assets/delivery/signed-media.ts';
import type { Service } from '../../core/service.ts';
import { FileCard } from '../../sharing/file-card.tsx';
import { portalAssets, type AssetQuery } from '../assets.ts';
import type { PortalAsset } from '../schemas.ts';
import type { EnteredPortal } from '../visibility.ts';

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

/** A file, and its picture in several widths. */
type ShownAsset = PortalAsset & { srcset: string | undefined };

/** @throws ApiError like `portalAssets`. */
export async function shownAssets(
  service: Service,
  portal: EnteredPortal,
  query: AssetQuery,
): Promise<{ assets: ShownAsset[]; total: number }> {
  const { assets, total, rows } = await portalAssets(service, portal, query);
  const srcsets = new Map(rows.map((row) => [row.id, signedSrcset(service, row, 'card')]));
  return { assets: assets.map((asset) => ({ ...asset, srcset: srcsets.get(asset.id) })), total };
}

export function Files({ assets, level }: { assets: readonly ShownAsset[]; level: 2 | 3 }): ReactElement {
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
