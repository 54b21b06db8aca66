'use client';
// One proposal: who made it and why, what it changes, and the decision buttons.
import { Link } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import type { Proposal } from '../../proposals/schemas.ts';
import { Ask } from '../ui/Ask.tsx';
import { moment } from '../ui/format.ts';
import { PresentState, ProposalChange, TargetPicture } from './ProposalChange.tsx';
import { ProposalEdit } from './ProposalEdit.tsx';
import { gistOf, placeOf, proposerOf, statusLabels, statusTones, titleOf } from './proposal-words.ts';
import { RejectForm } from './RejectForm.tsx';
import { useAdminRoute } from '../shell/routes.ts';

/** Why a decision was refused. */
export interface Trouble {
  words: string;
  /** The current state, if it changed since the proposal was made. */
  present: unknown;
  /** It can't be accepted as it was made any more. */
  stale: boolean;
  /** Sent along to accept an edited version over the current state. */
  seen: string | null;
}

export type Mode = 'look' | 'edit' | 'reject';

interface Props {
  proposal: Proposal;
  /** What the person can do with it. */
  may: 'decide' | 'withdraw';
  mode: Mode;
  busy: boolean;
  trouble: Trouble | null;
  onMode: (mode: Mode) => void;
  onAccept: (value?: unknown) => void;
  onReject: (note: string | null) => void;
  onWithdraw: () => Promise<void>;
}

function Verdict({ proposal }: { proposal: Proposal }) {
  const { status, decidedBy, decidedAt, reviewNote } = proposal;
  if (status === 'waiting') return null;
  return (
    <div className="mq-verdict">
      <p>
        <span className={`mq-badge mq-badge--${statusTones[status]}`}>{statusLabels[status]}</span>{' '}
        <span className="mq-muted">
          {decidedBy ? `by ${decidedBy}` : ''}
          {decidedAt ? ` on ${moment(decidedAt)}` : ''}
        </span>
      </p>
      {reviewNote && (
        <blockquote className={status === 'rejected' ? 'mq-note' : 'mq-note mq-note--plain'}>
          <p>{reviewNote}</p>
        </blockquote>
      )}
    </div>
  );
}

const Key = ({ children }: { children: string }) => <kbd aria-hidden="true">{children}</kbd>;

function Answers({ proposal, may, busy, trouble, onMode, onAccept, onWithdraw }: Props) {
  if (may === 'withdraw')
    return (
      <div className="mq-row mq-actions">
        <Ask
          label="Withdraw"
          words="It’s removed from the queue."
          confirm={`Withdraw “${titleOf(proposal)}”`}
          onConfirm={onWithdraw}
        />
      </div>
    );
  const stale = trouble?.stale ?? false;
  return (
    <div className="mq-row mq-actions" role="group" aria-label="Decision">
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={busy || stale}
        aria-keyshortcuts="a"
        onClick={() => {
          onAccept();
        }}
      >
        Accept <Key>a</Key>
      </button>
      <button
        type="button"
        className="mq-button"
        disabled={busy}
        aria-keyshortcuts="e"
        onClick={() => {
          onMode('edit');
        }}
      >
        Edit <Key>e</Key>
      </button>
      <button
        type="button"
        className="mq-button mq-button--stop"
        disabled={busy}
        aria-keyshortcuts="r"
        onClick={() => {
          onMode('reject');
        }}
      >
        Reject <Key>r</Key>
      </button>
    </div>
  );
}

export function ReviewOne(props: Props) {
  const { proposal, mode, busy, trouble, onMode, onAccept, onReject } = props;
  const route = useAdminRoute();
  const answer = useRef<HTMLDivElement>(null);
  const waits = proposal.status === 'waiting';
  const moved = trouble?.stale && trouble.present !== null && (
    <>
      <h3>Current state, next to what was proposed</h3>
      <PresentState proposal={proposal} present={trouble.present} />
    </>
  );
  // The form opens below the change, however long that is, so scroll to it.
  useEffect(() => {
    if (mode !== 'look') answer.current?.scrollIntoView({ block: 'nearest' });
  }, [mode]);
  return (
    <>
      <header className="mq-one__head">
        <p className="mq-muted">{gistOf(proposal)}</p>
        <h2>{titleOf(proposal)}</h2>
        <p className="mq-one__who">
          <strong>{proposerOf(proposal)}</strong>{' '}
          <time className="mq-muted" dateTime={proposal.createdAt}>
            {moment(proposal.createdAt)}
          </time>
          <Link href={route(placeOf(proposal))} prefetch={false}>
            {proposal.target.resource === 'asset' ? 'Open the asset' : 'Open the brand'}
          </Link>
        </p>
        {proposal.note && (
          <blockquote className="mq-note mq-note--plain">
            <p>{proposal.note}</p>
          </blockquote>
        )}
        <Verdict proposal={proposal} />
        {trouble && mode !== 'edit' && (
          <p role="alert" className="mq-alert">
            {trouble.words}
          </p>
        )}
      </header>
      {mode === 'edit' && waits ? (
        <>
          {proposal.target.resource === 'asset' && <TargetPicture id={proposal.target.id} />}
          {moved && <div className="mq-one__change">{moved}</div>}
          <ProposalEdit
            proposal={proposal}
            busy={busy}
            problem={trouble?.words ?? null}
            onAccept={onAccept}
            onCancel={() => {
              onMode('look');
            }}
          />
        </>
      ) : (
        <div className="mq-one__change">{moved || <ProposalChange proposal={proposal} />}</div>
      )}
      <div ref={answer}>
        {waits && mode === 'reject' && (
          <div className="mq-actions">
            <RejectForm
              busy={busy}
              onReject={onReject}
              onCancel={() => {
                onMode('look');
              }}
            />
          </div>
        )}
        {waits && mode === 'look' && <Answers {...props} />}
      </div>
    </>
  );
}
