'use client';
// An asset's state, and the status changes the person can make. Each is sent to the API right away.
import { useFormModified } from '@payloadcms/ui';
import { useState } from 'react';
import { RejectForm } from '../../review/decisions/RejectForm.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { moves, stateOf, type Move } from '../states.ts';
import { useAssetForm } from './useAssetForm.ts';

const tones = { go: 'mq-button--primary', stop: 'mq-button--stop', plain: '' };

interface MovesProps {
  offered: readonly Move[];
  busy: boolean;
  onMake: (move: Move) => void;
}

function MoveButtons({ offered, busy, onMake }: MovesProps) {
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
          {move.label}
        </button>
      ))}
    </div>
  );
}

export function StatusField() {
  const { asset, mayWrite, mayApprove, busy, patch } = useAssetForm();
  const modified = useFormModified();
  const [rejecting, setRejecting] = useState(false);
  if (!asset) return null;
  const state = stateOf({ status: asset.status, expires: asset.rights?.expires, deletedAt: asset.deletedAt });
  const all = asset.deletedAt ? [] : moves[asset.status];
  const open = mayWrite ? all.filter((move) => mayApprove || !move.approves) : [];
  const waits = asset.status === 'proposed' && !mayApprove;

  const make = (move: Move): void => {
    if (move.note) setRejecting(true);
    else void patch({ status: move.to }, move.done);
  };

  return (
    <section className="mq-review field-type" aria-label="Review">
      <div className="mq-review__state">
        <StateBadge state={state} />
        {state === 'expired' && <span className="mq-muted">since {asset.rights?.expires}</span>}
      </div>
      {asset.reviewNote && (
        <blockquote className="mq-note">
          <p>{asset.reviewNote}</p>
          <footer>The reviewer’s note</footer>
        </blockquote>
      )}
      {waits && <p className="mq-muted">Waiting for someone who can approve it.</p>}
      {rejecting ? (
        <RejectForm
          busy={busy}
          onCancel={() => setRejecting(false)}
          onReject={(reviewNote) =>
            void patch({ status: 'rejected', reviewNote }, 'Rejected').then((worked) => {
              if (worked) setRejecting(false);
            })
          }
        />
      ) : (
        open.length > 0 && <MoveButtons offered={open} busy={busy} onMake={make} />
      )}
      {modified && open.length > 0 && (
        <p className="mq-hint">Save your changes first. These actions apply to the saved version.</p>
      )}
    </section>
  );
}
