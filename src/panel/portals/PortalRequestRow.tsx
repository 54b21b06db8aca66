'use client';
// An access request to a portal: approve or deny it, and the link of an approved guest.
import type { PortalRequest } from '../../portals/schemas.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ask } from '../ui/Ask.tsx';
import { ago, when } from '../ui/format.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

type Status = PortalRequest['status'];

const statusWords = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
} as const satisfies Record<Status, string>;

/** The asset state whose badge style is reused. */
const badgeOf = {
  pending: 'proposed',
  approved: 'active',
  denied: 'archived',
} as const satisfies Record<Status, string>;

export interface RowProps {
  request: PortalRequest;
  now: number;
  onDecide: (request: PortalRequest, status: 'approved' | 'denied') => Promise<void>;
}

interface DecisionProps {
  status: Status;
  who: string;
  onDecide: (status: 'approved' | 'denied') => Promise<void>;
}

function Decision({ status, who, onDecide }: DecisionProps) {
  const [busy, during] = useBusy();
  const button = (label: string, decision: 'approved' | 'denied') => (
    <button
      type="button"
      className="mq-button mq-button--small"
      disabled={busy}
      aria-label={`${label} ${who}`}
      onClick={() => void during(() => onDecide(decision))}
    >
      {label}
    </button>
  );
  return (
    <span className="mq-row">
      {status !== 'approved' && button('Approve', 'approved')}
      {status === 'pending' && button('Deny', 'denied')}
      {status === 'approved' && (
        <Ask
          label="Revoke link"
          confirm={`Revoke the link for ${who}`}
          onConfirm={() => onDecide('denied')}
        />
      )}
    </span>
  );
}

export function PortalRequestRow({ request, now, onDecide }: RowProps) {
  const { email, name, note, status, url, expiresAt, createdAt, decidedAt, decidedBy } = request;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  const who = name ?? email;
  return (
    <li className="mq-person" data-request={email}>
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{who}</strong>
          <span className="mq-muted">
            {[name === null ? null : email, `asked ${ago(createdAt, undefined, now)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {note && <span>{note}</span>}
          {decidedAt && (
            <span className="mq-muted">
              {statusWords[status]} by {decidedBy}, {ago(decidedAt, undefined, now)}
            </span>
          )}
        </span>
        <span className={`mq-badge mq-badge--${isOver ? 'expired' : badgeOf[status]}`}>
          {isOver ? 'Link expired' : statusWords[status]}
        </span>
        <Decision status={status} who={who} onDecide={(next) => onDecide(request, next)} />
      </div>
      {url !== null && expiresAt !== null && !isOver && (
        <>
          <p className="mq-secret">
            <code>{url}</code>
            <CopyButton value={url} label="Copy link" />
          </p>
          <p className="mq-muted">Anyone with this link can open the portal until {when(expiresAt)}.</p>
        </>
      )}
    </li>
  );
}
