'use client';
// What can be done with the selected assets: changing their status, editing and downloading them.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset, Status } from '../../../assets/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { urlOf } from '../../client/operations.ts';
import { moves } from '../states.ts';
import { changeAssets } from './change-assets.ts';

/**
 * Changes the status of several assets independently. Failures are shown and don't stop the others.
 * @returns how many were changed.
 */
async function moveAll(assets: readonly Asset[], status: Status): Promise<number> {
  try {
    const refused = await changeAssets(assets, { status });
    for (const { asset, why } of refused) toast.error(`${asset.filename}: ${why}`);
    return assets.length - refused.length;
  } catch (error) {
    toast.error(wordsOf(error));
    return 0;
  }
}

/** The limit for one zip. */
const zipped = 500;

interface SelectionProps {
  assets: Asset[];
  onEdit: () => void;
  /** Chooses a collection to add them to. */
  onCollect: () => void;
  onClear: () => void;
  onChanged: () => void;
}

export function SelectionBar({ assets, onEdit, onCollect, onClear, onChanged }: SelectionProps) {
  const [busy, setBusy] = useState(false);
  const offered = (['active', 'archived', 'draft'] as const).flatMap((to) => {
    const movable = assets.filter(({ status }) => moves[status].some((move) => move.to === to));
    return movable.length > 0 ? [{ to, movable }] : [];
  });
  const words = { active: 'Approve', archived: 'Archive', draft: 'Back to draft' };
  return (
    <div className="mq-selection" role="region" aria-label="Selected assets">
      <strong>{assets.length} selected</strong>
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
