'use client';
// The assets found, as cards, and a note of those that others have added meanwhile.
import { Alert } from '../../ui/Alert.tsx';
import { counted } from '../../ui/format.ts';
import { AssetCard } from '../AssetCard.tsx';
import type { FoundAssets } from './useAssets.ts';

function Empty({ narrowed, mayUpload }: { narrowed: boolean; mayUpload: boolean }) {
  if (narrowed) {
    return (
      <div className="mq-empty">
        <h2>Nothing found</h2>
        <p>Try fewer words or different filters.</p>
      </div>
    );
  }
  return (
    <div className="mq-empty">
      <h2>The library is empty</h2>
      <p>
        {mayUpload
          ? 'Drop files anywhere on this page, or click Upload to choose them.'
          : 'You don’t have access to any assets yet. Ask an admin for access.'}
      </p>
    </div>
  );
}

function Loading() {
  return (
    <ul className="mq-grid" aria-hidden="true">
      {Array.from({ length: 8 }, (_, at) => (
        <li key={at} className="mq-card mq-card--shadow" />
      ))}
    </ul>
  );
}

interface Props {
  found: FoundAssets;
  /** A search or filter is active. */
  narrowed: boolean;
  mayUpload: boolean;
  selected: ReadonlySet<string>;
  /** Called before an asset's page opens. */
  onOpen: (id: string) => void;
  /** Undefined: the person can't change assets, so there's nothing to select them for. */
  onSelect: ((id: string, on: boolean) => void) | undefined;
}

export function LibraryResults({ found, narrowed, mayUpload, selected, onOpen, onSelect }: Props) {
  const { assets, busy, empty, problem, more, loadMore, added, showAdded } = found;
  return (
    <>
      <Alert problem={problem} />
      <div className="mq-added" role="status">
        {added > 0 && (
          <button type="button" className="mq-added__pill" onClick={showAdded}>
            {counted(added, 'new asset')}
          </button>
        )}
      </div>
      {!empty && !busy && !problem && assets.length === 0 && (
        <Empty narrowed={narrowed} mayUpload={mayUpload} />
      )}
      {empty && !problem && <Loading />}
      {assets.length > 0 && (
        <ul className="mq-grid" aria-label="Assets" aria-busy={busy}>
          {assets.map((asset) => (
            <AssetCard
              key={asset.id}
              asset={asset}
              selected={selected.has(asset.id)}
              onOpen={() => onOpen(asset.id)}
              onSelect={
                onSelect &&
                ((on) => {
                  onSelect(asset.id, on);
                })
              }
            />
          ))}
        </ul>
      )}
      {more && (
        <div className="mq-more">
          <button type="button" className="mq-button" disabled={busy} onClick={loadMore}>
            Show more
          </button>
        </div>
      )}
    </>
  );
}
