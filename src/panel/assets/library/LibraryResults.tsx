'use client';
// The assets found, as cards, and a note of those that others have added meanwhile.
import { Alert } from '../../ui/Alert.tsx';
import { Empty, LoadingCards } from '../../ui/Empty.tsx';
import { counted } from '../../ui/format.ts';
import { useAddress } from '../../client/useAddress.ts';
import { fromLibrary } from '../asset/from-list.ts';
import { AssetCard } from '../AssetCard.tsx';
import { QuickLook } from './look/QuickLook.tsx';
import { useQuickLook } from './look/useQuickLook.ts';
import type { FoundAssets } from './useAssets.ts';
import type { Selection } from './useSelected.ts';

function NothingFound({ narrowed, mayUpload }: { narrowed: boolean; mayUpload: boolean }) {
  if (narrowed) return <Empty title="Nothing found">Try fewer words or different filters.</Empty>;
  return (
    <Empty title="The library is empty">
      {mayUpload
        ? 'Drop files anywhere on this page, or click Upload to choose them.'
        : 'You don’t have access to any assets yet. Ask an admin for access.'}
    </Empty>
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
  onSelect: Selection['select'] | undefined;
}

export function LibraryResults({ found, narrowed, mayUpload, selected, onOpen, onSelect }: Props) {
  const { assets, busy, empty, problem, more, loadMore, added, showAdded } = found;
  const query = fromLibrary(useAddress()[0]);
  const { at, look, close, onKeyDown } = useQuickLook(assets);
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
        <NothingFound narrowed={narrowed} mayUpload={mayUpload} />
      )}
      {empty && !problem && <LoadingCards />}
      {assets.length > 0 && (
        <ul className="mq-grid" aria-label="Assets" aria-busy={busy} onKeyDown={onKeyDown}>
          {assets.map((asset, index) => (
            <AssetCard
              key={asset.id}
              asset={asset}
              query={query}
              selected={selected.has(asset.id)}
              onOpen={() => onOpen(asset.id)}
              onLook={() => look(index)}
              onSelect={
                onSelect &&
                ((on, range) => {
                  onSelect(asset.id, on, range);
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
      {at !== null && (
        <QuickLook found={found} at={at} query={query} onStep={look} onOpen={onOpen} onClose={close} />
      )}
    </>
  );
}
