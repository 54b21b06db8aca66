'use client';
// An asset's state, and the status changes the person can make. Each is sent to the API right away.
import { useState } from 'react';
import { useKeptText } from '../../../client/drafts/useKeptText.ts';
import { AssetLink } from '../../AssetLink.tsx';
import { RejectForm } from '../../../review/decisions/RejectForm.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { moves, stateOf, type Move } from '../../states.ts';
import { ArchiveUsed } from '../uses/ArchiveUsed.tsx';
import type { PicturedAsset } from '../../pictured.ts';
import { useOpenAsset, type OpenAsset } from '../record/open-asset.ts';
import { useWords } from '../../../words/useWords.ts';

const tones = { go: 'mq-button--primary', stop: 'mq-button--stop', plain: '' };

interface MovesProps {
  offered: readonly Move[];
  busy: boolean;
  onMake: (move: Move) => void;
}

function MoveButtons({ offered, busy, onMake }: MovesProps) {
  const { t } = useWords();
  return (
    <div className="mq-row">
      {offered.map((move) => (
        <button
          key={move.to}
          type="button"
          className={`mq-button mq-button--small ${tones[move.tone]}`}
          disabled={busy}
          onClick={() => onMake(move)}
        >
          {t(move.label)}
        </button>
      ))}
    </div>
  );
}

interface ChangesProps {
  asset: PicturedAsset;
  offered: readonly Move[];
  busy: boolean;
  patch: OpenAsset['patch'];
}

/** The status changes. Rejecting asks for a note first, and archiving what is used says where. */
function Changes({ asset, offered, busy, patch }: ChangesProps) {
  const { t } = useWords();
  const [rejecting, setRejecting] = useState(false);
  const note = useKeptText(`assets/${asset.id}/note`);
  const [archiving, setArchiving] = useState<Move | null>(null);
  const change = async ({ to, done }: Move): Promise<void> => {
    // Not every state can be left for the one before.
    const back = moves[to].some((move) => move.to === asset.status) ? { status: asset.status } : undefined;
    if (await patch({ status: to }, t(done), back)) setArchiving(null);
  };
  const make = (move: Move): void => {
    if (move.note) setRejecting(true);
    else if (move.to === 'archived') setArchiving(move);
    else void change(move);
  };
  if (rejecting)
    return (
      <RejectForm
        kept={note}
        busy={busy}
        onCancel={() => setRejecting(false)}
        onReject={(reviewNote) =>
          void patch({ status: 'rejected', reviewNote }, t('assets:rejected')).then((worked) => {
            if (!worked) return;
            note.forget();
            setRejecting(false);
          })
        }
      />
    );
  return (
    <>
      {offered.length > 0 && (
        <MoveButtons offered={offered} busy={busy || archiving !== null} onMake={make} />
      )}
      {archiving && (
        <ArchiveUsed
          id={asset.id}
          busy={busy}
          onArchive={() => void change(archiving)}
          onCancel={() => setArchiving(null)}
        />
      )}
    </>
  );
}

export function AssetState() {
  const { t, lastDay } = useWords();
  const { asset, mayWrite, mayApprove, isChanged, busy, patch } = useOpenAsset();
  const state = stateOf({ status: asset.status, expires: asset.rights?.expires, deletedAt: asset.deletedAt });
  const all = asset.deletedAt ? [] : moves[asset.status];
  const open = mayWrite ? all.filter((move) => mayApprove || !move.approves) : [];
  const waits = asset.status === 'proposed' && !mayApprove;

  return (
    <section
      className={`mq-review ${asset.status === 'proposed' && open.length > 0 ? 'mq-review--decides' : ''}`}
      aria-label={t('asset:review')}
    >
      <div className="mq-review__state">
        <StateBadge state={state} />
        {state === 'expired' && asset.rights?.expires && (
          <span className="mq-muted">{t('asset:since', { date: lastDay(asset.rights.expires) })}</span>
        )}
      </div>
      {asset.reviewNote && (
        <blockquote className="mq-note">
          <p>{asset.reviewNote}</p>
          <footer>{t('asset:reviewerNote')}</footer>
        </blockquote>
      )}
      {asset.supersededBy && (
        <div className="mq-field">
          <span className="mq-label">{t('review:useInstead')}</span>
          <AssetLink id={asset.supersededBy} />
        </div>
      )}
      {waits && <p className="mq-muted">{t('asset:waitsForApproval')}</p>}
      <Changes asset={asset} offered={open} busy={busy} patch={patch} />
      {isChanged && open.length > 0 && <p className="mq-hint">{t('asset:saveFirst')}</p>}
    </section>
  );
}
