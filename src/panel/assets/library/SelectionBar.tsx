'use client';
// What can be done with the selected assets: changing their status, editing and downloading them.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { urlOf } from '../../client/operations.ts';
import { useBusy } from '../../client/useBusy.ts';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { moves } from '../states.ts';
import { ArchiveQuestion } from './archive/ArchiveQuestion.tsx';
import { isUnused, usesOfSeveral, type SeveralUses } from './archive/uses-of-several.ts';
import { noChange } from './edit/bulk-change.ts';
import { changeAssets } from './edit/change-assets.ts';
import type { Back } from './edit/undo-change.ts';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';

/**
 * Changes the status of several assets independently, and says what became of them. Failures don't stop the others.
 *
 * @returns what takes it back, where that can be; it says how many there were
 */
async function moveAll(
  assets: readonly Asset[],
  status: keyof typeof offers,
  t: Translate,
): Promise<readonly Back[]> {
  const { refused, backs, waiting } = await changeAssets(assets, { ...noChange, status });
  for (const { asset, why } of refused) toast.error(t('library:failedNamed', { name: asset.filename, why }));
  if (waiting > 0) toast.success(t('library:waitsForNextStage', { count: waiting }));
  const moved = assets.length - refused.length - waiting;
  const undone = backs.filter(({ change }) => change.status !== null);
  if (moved > 0 && undone.length === 0) toast.success(t(offers[status].done, { count: moved }));
  return undone;
}

/** The status changes that are offered: of all selected, of some of them, and what is said once they are made. */
const offers = {
  active: { all: 'assets:approve', some: 'library:approveSome', done: 'library:approvedSome' },
  archived: { all: 'assets:archive', some: 'library:archiveSome', done: 'library:archivedSome' },
  draft: { all: 'assets:backToDraft', some: 'library:draftSome', done: 'library:draftedSome' },
} as const;

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
  /** @param backs what takes the change back */
  onChanged: (backs: readonly Back[], said: string) => void;
}

function SelectionCount({
  count,
  elsewhere,
  all,
}: Pick<SelectionProps, 'elsewhere' | 'all'> & { count: number }) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  return (
    <>
      <strong>{t('ui:selectedCount', { count })}</strong>
      {elsewhere > 0 && <span className="mq-muted">{t('library:elsewhere', { count: elsewhere })}</span>}
      {all && (
        <button type="button" className="mq-link" disabled={busy} onClick={() => void during(all.select)}>
          {t('library:selectAll', { count: all.total })}
        </button>
      )}
    </>
  );
}

type Offered = keyof typeof offers;

/** What is asked before assets are archived that are used. */
interface ToArchive {
  assets: readonly Asset[];
  uses: SeveralUses;
}

/** Changes the status of the selected assets. Archiving what is used says first where. */
function useMoves(onChanged: SelectionProps['onChanged']) {
  const words = useWords();
  const { t } = words;
  const [busy, during] = useBusy();
  const [isChecking, setChecking] = useState(false);
  const [question, setQuestion] = useState<ToArchive | null>(null);
  const move = async (assets: readonly Asset[], to: Offered): Promise<void> => {
    const backs = await moveAll(assets, to, t);
    setQuestion(null);
    onChanged(backs, t(offers[to].done, { count: backs.length }));
  };
  const archive = async (assets: readonly Asset[]): Promise<void> => {
    setChecking(true);
    const uses = await usesOfSeveral(assets, words);
    setChecking(false);
    if (isUnused(uses)) await move(assets, 'archived');
    else setQuestion({ assets, uses });
  };
  return {
    busy,
    isChecking,
    question,
    start: (assets: readonly Asset[], to: Offered) =>
      void during(() => (to === 'archived' ? archive(assets) : move(assets, to))),
    confirm: ({ assets }: ToArchive) => void during(() => move(assets, 'archived')),
    cancel: () => setQuestion(null),
  };
}

/** What is going on with what would be archived: it's checked, or the person is asked. */
function Archiving({ busy, isChecking, question, confirm, cancel }: ReturnType<typeof useMoves>) {
  const { t } = useWords();
  return (
    <>
      <span className="mq-muted" role="status">
        {isChecking && t('library:checkingUses')}
      </span>
      {question && (
        <Sheet title={t('library:archiveTitle')} onClose={cancel}>
          <ArchiveQuestion
            action={t('library:archiveSome', { count: question.uses.total })}
            uses={question.uses}
            busy={busy}
            onArchive={() => confirm(question)}
            onCancel={cancel}
          />
        </Sheet>
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
  const { t } = useWords();
  const moving = useMoves(onChanged);
  const { busy, start } = moving;
  const offered = (['active', 'archived', 'draft'] as const).flatMap((to) => {
    const movable = assets.filter(({ status }) => moves[status].some((move) => move.to === to));
    return movable.length > 0 ? [{ to, movable }] : [];
  });
  return (
    <div className="mq-selection" role="region" aria-label={t('library:selectedAssets')}>
      <SelectionCount count={assets.length} elsewhere={elsewhere} all={all} />
      {offered.map(({ to, movable }) => (
        <button
          key={to}
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          onClick={() => start(movable, to)}
        >
          {movable.length < assets.length ? t(offers[to].some, { count: movable.length }) : t(offers[to].all)}
        </button>
      ))}
      <button type="button" className="mq-button mq-button--small" disabled={busy} onClick={onEdit}>
        {t('ui:edit')}
      </button>
      <button type="button" className="mq-button mq-button--small" disabled={busy} onClick={onCollect}>
        {t('library:addToCollection')}
      </button>
      {assets.length <= zipped ? (
        <a
          className="mq-button mq-button--small"
          href={urlOf('download_assets', { id: assets.map(({ id }) => id) })}
          download
        >
          {t('library:download')}
        </a>
      ) : (
        <span className="mq-muted">{t('library:downloadLimit', { count: zipped })}</span>
      )}
      <button type="button" className="mq-link" onClick={onClear}>
        {t('library:clearSelection')}
      </button>
      <Archiving {...moving} />
    </div>
  );
}
