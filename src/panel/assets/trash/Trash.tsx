'use client';
// The trash: deleted assets with their pictures, when each is removed for good, and how to get them back.
import { Gutter, Link, SetStepNav, toast } from '@payloadcms/ui';
import { useState, type ReactNode } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { usePolicy } from '../../client/me.tsx';
import { call } from '../../client/operations.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { SelectOne } from '../../ui/SelectOne.tsx';
import { NotLoaded } from '../../ui/states/NotLoaded.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { useTrash } from './useTrash.ts';
import { useWords } from '../../words/useWords.ts';
import { nameOf } from '../name-of.ts';
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
  const { t, rich, ago, moment, when } = useWords();
  const route = useAdminRoute();
  const name = nameOf(asset);
  const { deletedAt } = asset;
  const deletion = deletedAt && (
    <time dateTime={deletedAt} title={moment(deletedAt)}>
      {ago(deletedAt)}
    </time>
  );
  return (
    <li className="mq-trash__row" data-asset={asset.id}>
      {onSelect && (
        <SelectOne className="mq-trash__select" title={name} selected={selected} onSelect={onSelect} />
      )}
      <span className="mq-trash__picture">
        <Thumbnail asset={asset} shownAt={64} />
      </span>
      <span className="mq-trash__text">
        <strong>
          <Link href={route(`/collections/assets/trash/${asset.id}`)} prefetch={false}>
            {name}
          </Link>
        </strong>
        {deletedAt && (
          <span className="mq-muted">
            {days === null
              ? rich('trash:deleted', { ago: deletion })
              : rich('trash:deletedUntil', {
                  ago: deletion,
                  date: when(new Date(Date.parse(deletedAt) + days * day).toISOString()),
                })}
          </span>
        )}
        {problem && <span className="mq-problem">{problem}</span>}
      </span>
      {onSelect && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          aria-label={t('trash:restoreOne', { name })}
          onClick={onRestore}
        >
          {t('assets:restore')}
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
  const { t } = useWords();
  return (
    <div className="mq-row mq-trash__bar" role="group" aria-label={t('trash:selection')}>
      <label className="mq-tick">
        <input
          type="checkbox"
          checked={selected === shown}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        {selected === 0 ? t('trash:selectAll') : t('ui:selectedCount', { count: selected })}
      </label>
      {selected > 0 && (
        <button
          type="button"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy}
          onClick={onRestore}
        >
          {t('trash:restoreSome', { count: selected })}
        </button>
      )}
    </div>
  );
}

function useRestoring(leave: (ids: readonly string[]) => void) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const restore = async (assets: readonly Asset[]): Promise<void> => {
    setBusy(true);
    const problems = await restoreAll(assets);
    setBusy(false);
    setFailed(problems);
    const restored = assets.filter(({ id }) => !problems.has(id));
    leave(restored.map(({ id }) => id));
    if (restored.length > 0) toast.success(t('trash:restored', { count: restored.length }));
    if (problems.size > 0) toast.error(t('trash:failed', { count: problems.size }));
  };
  return { busy, failed, restore };
}

function Deleted({ mayRestore, days }: { mayRestore: boolean; days: number | null }) {
  const { t } = useWords();
  const { assets, total, problem, again, loadMore, leave } = useTrash();
  const { busy, failed, restore } = useRestoring(leave);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const trouble = <NotLoaded problem={problem} onRetry={again} />;
  if (!assets) return problem === null ? <p className="mq-muted">{t('ui:loading')}</p> : trouble;
  if (assets.length === 0) return <p className="mq-quiet">{t('trash:empty')}</p>;
  const selected = assets.filter(({ id }) => chosen.has(id));
  const choose = (id: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      {trouble}
      {mayRestore && (
        <TrashBar
          selected={selected.length}
          shown={assets.length}
          busy={busy}
          onSelectAll={(all) => setChosen(new Set(all ? assets.map(({ id }) => id) : []))}
          onRestore={() => void restore(selected)}
        />
      )}
      <ul className="mq-trash" aria-label={t('trash:list')}>
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
          {t('trash:showMore', { count: total })}
        </button>
      )}
    </>
  );
}

export function Trash({ mayRestore }: { mayRestore: boolean }) {
  const { t, rich } = useWords();
  const route = useAdminRoute();
  const days = usePolicy()?.trash.days ?? null;
  const link = (text: ReactNode) => (
    <Link href={route('/collections/assets')} prefetch={false}>
      {text}
    </Link>
  );
  return (
    <main>
      <SetStepNav
        nav={[{ label: t('menu:library'), url: route('/collections/assets') }, { label: t('menu:trash') }]}
      />
      <Gutter className="mq-library">
        <h1>{t('menu:trash')}</h1>
        <p className="mq-muted">
          {days === null ? rich('trash:intro', { link }) : rich('trash:introFor', { count: days, link })}
        </p>
        <Deleted mayRestore={mayRestore} days={days} />
      </Gutter>
    </main>
  );
}
