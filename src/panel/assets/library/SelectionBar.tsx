'use client';
// What can be done with the selected assets: changing their status, editing and downloading them.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset, Status } from '../../../assets/schemas.ts';
import { urlOf } from '../../client/operations.ts';
import { useBusy } from '../../client/useBusy.ts';
import { moves } from '../states.ts';
import { patchAssets } from './edit/change-assets.ts';

/**
 * Changes the status of several assets independently. Failures are shown and don't stop the others.
 * @returns how many were changed.
 */
async function moveAll(assets: readonly Asset[], status: Status): Promise<number> {
  const refused = await patchAssets(assets, { status });
  for (const { asset, why } of refused) toast.error(`${asset.filename}: ${why}`);
  return assets.length - refused.length;
}

/** The limit for one zip. */
const zipped = 500;

export interface SelectionProps {
  assets: Asset[];
  /** How many of them the results don't show. */
  elsewhere: number;
  /** Selects everything that the search finds; null if it is already. */
  all: { total: number; select: () => Promise<void> } | null;
  onEdit: () => void;
  /** Chooses a collection to add them to. */
  onCollect: () => void;
  onClear: () => void;
  onChanged: () => void;
}

function SelectionCount({
  count,
  elsewhere,
  all,
}: Pick<SelectionProps, 'elsewhere' | 'all'> & { count: number }) {
  const [busy, during] = useBusy();
  return (
    <>
      <strong>{count.toLocaleString()} selected</strong>
      {elsewhere > 0 && <span className="mq-muted">{elsewhere.toLocaleString()} not in these results</span>}
      {all && (
        <button type="button" className="mq-link" disabled={busy} onClick={() => void during(all.select)}>
          Select all {all.total.toLocaleString()}
        </button>
      )}
    </>
  );
}

export function SelectionBar({
  assets,
  elsewhere,
  all,
  onEdit,
  onCollect,
  onClear,
  onChanged,
}: SelectionProps) {
  const [busy, setBusy] = useState(false);
  const offered = (['active', 'archived', 'draft'] as const).flatMap((to) => {
    const movable = assets.filter(({ status }) => moves[status].some((move) => move.to === to));
    return movable.length > 0 ? [{ to, movable }] : [];
  });
  const words = { active: 'Approve', archived: 'Archive', draft: 'Back to draft' };
  return (
    <div className="mq-selection" role="region" aria-label="Selected assets">
      <SelectionCount count={assets.length} elsewhere={elsewhere} all={all} />
      {offered.map(({ to, movable }) => (
        <button
          key={to}
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          onClick={() => {
            setBusy(true);
            void moveAll(movable, to).then((moved) => {
              setBusy(false);
              if (moved > 0) toast.success(`${words[to]}: ${moved} done`);
              onChanged();
            });
          }}
        >
          {words[to]} {movable.length < assets.length ? movable.length : ''}
        </button>
      ))}
      <button type="button" className="mq-button mq-button--small" disabled={busy} onClick={onEdit}>
        Edit
      </button>
      <button type="button" className="mq-button mq-button--small" disabled={busy} onClick={onCollect}>
        Add to collection
      </button>
      {assets.length <= zipped ? (
        <a
          className="mq-button mq-button--small"
          href={urlOf('download_assets', { id: assets.map(({ id }) => id) })}
          download
        >
          Download
        </a>
      ) : (
        <span className="mq-muted">You can download up to {zipped} at once</span>
      )}
      <button type="button" className="mq-link" onClick={onClear}>
        Clear selection
      </button>
    </div>
  );
}
