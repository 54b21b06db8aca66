'use client';
// The trash: deleted assets with their pictures, when each is removed for good, and how to get them back.
import { Gutter, Link, SetStepNav, toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { usePolicy } from '../../client/me.tsx';
import { call } from '../../client/operations.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ago, counted, moment, when } from '../../ui/format.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { useTrash } from './useTrash.ts';
import './trash.css';

const day = 86_400_000;

/** @returns what couldn't be restored, with the reason. Each one is restored or not on its own. */
async function restoreAll(assets: readonly Asset[]): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  for (const { id } of assets) {
    await call('restore_asset', { id }).catch((error: unknown) => failed.set(id, wordsOf(error)));
  }
  return failed;
}

interface RowProps {
  asset: Asset;
  /** Days from deletion to removal; null: not known yet. */
  days: number | null;
  selected: boolean;
  /** Null: this person can't restore. */
  onSelect: ((selected: boolean) => void) | null;
  onRestore: () => void;
  busy: boolean;
  problem: string | undefined;
}

function TrashRow({ asset, days, selected, onSelect, onRestore, busy, problem }: RowProps) {
  const name = asset.metadata.title ?? asset.filename;
  const { deletedAt } = asset;
  return (
    <li className="mq-trash__row" data-asset={asset.id}>
      {onSelect && (
        <label className="mq-trash__select">
          <input type="checkbox" checked={selected} onChange={(event) => onSelect(event.target.checked)} />
          <span className="mq-sr-only">Select {name}</span>
        </label>
      )}
      <span className="mq-trash__picture">
        <Thumbnail asset={asset} shownAt={64} />
      </span>
      <span className="mq-trash__text">
        <strong>{name}</strong>
        {deletedAt && (
          <span className="mq-muted">
            Deleted{' '}
            <time dateTime={deletedAt} title={moment(deletedAt)}>
              {ago(deletedAt)}
            </time>
            {days !== null &&
              `, removed for good on ${when(new Date(Date.parse(deletedAt) + days * day).toISOString())}`}
          </span>
        )}
        {problem && <span className="mq-problem">{problem}</span>}
      </span>
      {onSelect && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          aria-label={`Restore ${name}`}
          onClick={onRestore}
        >
          Restore
        </button>
      )}
    </li>
  );
}

interface BarProps {
  selected: number;
  shown: number;
  busy: boolean;
  onSelectAll: (all: boolean) => void;
  onRestore: () => void;
}

function TrashBar({ selected, shown, busy, onSelectAll, onRestore }: BarProps) {
  return (
    <div className="mq-row mq-trash__bar" role="group" aria-label="Selection">
      <label className="mq-tick">
        <input
          type="checkbox"
          checked={selected === shown}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        {selected === 0 ? 'Select all shown' : `${selected} selected`}
      </label>
      {selected > 0 && (
        <button
          type="button"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy}
          onClick={onRestore}
        >
          Restore {counted(selected, 'asset')}
        </button>
      )}
    </div>
  );
}

function useRestoring(leave: (ids: readonly string[]) => void) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const restore = async (assets: readonly Asset[]): Promise<void> => {
    setBusy(true);
    const problems = await restoreAll(assets);
    setBusy(false);
    setFailed(problems);
    const restored = assets.filter(({ id }) => !problems.has(id));
    leave(restored.map(({ id }) => id));
    if (restored.length > 0) toast.success(`${counted(restored.length, 'asset')} restored`);
    if (problems.size > 0) toast.error(`${counted(problems.size, 'asset')} couldn’t be restored`);
  };
  return { busy, failed, restore };
}

function Deleted({ mayRestore, days }: { mayRestore: boolean; days: number | null }) {
  const { assets, total, problem, loadMore, leave } = useTrash();
  const { busy, failed, restore } = useRestoring(leave);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (!assets) return problem ? <Alert problem={problem} /> : <p className="mq-muted">Loading…</p>;
  if (assets.length === 0) return <p className="mq-quiet">The trash is empty.</p>;
  const selected = assets.filter(({ id }) => chosen.has(id));
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      <Alert problem={problem} />
      {mayRestore && (
        <TrashBar
          selected={selected.length}
          shown={assets.length}
          busy={busy}
          onSelectAll={(all) => setChosen(new Set(all ? assets.map(({ id }) => id) : []))}
          onRestore={() => void restore(selected)}
        />
      )}
      <ul className="mq-trash" aria-label="Deleted assets">
        {assets.map((asset) => (
          <TrashRow
            key={asset.id}
            asset={asset}
            days={days}
            selected={chosen.has(asset.id)}
            onSelect={mayRestore ? (on) => choose(asset.id, on) : null}
            onRestore={() => void restore([asset])}
            busy={busy}
            problem={failed.get(asset.id)}
          />
        ))}
      </ul>
      {loadMore && (
        <button type="button" className="mq-button" onClick={loadMore}>
          Show more of {counted(total, 'asset')}
        </button>
      )}
    </>
  );
}

export function Trash({ mayRestore }: { mayRestore: boolean }) {
  const route = useAdminRoute();
  const days = usePolicy()?.trash.days ?? null;
  return (
    <main>
      <SetStepNav nav={[{ label: 'Library', url: route('/collections/assets') }, { label: 'Trash' }]} />
      <Gutter className="mq-library">
        <h1>Trash</h1>
        <p className="mq-muted">
          Deleted assets are out of use everywhere, and can be restored as they were
          {days === null ? '' : ` for ${counted(days, 'day')}`}. Back to the{' '}
          <Link href={route('/collections/assets')} prefetch={false}>
            library
          </Link>
          .
        </p>
        <Deleted mayRestore={mayRestore} days={days} />
      </Gutter>
    </main>
  );
}
