'use client';
// An access request to a portal: approve or deny it, and the link of an approved guest.
import type { PortalRequest } from '../../portals/schemas.ts';
import type { WordKey } from '../../words/keys.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ask } from '../ui/Ask.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Badge, type Badges } from '../ui/StateBadge.tsx';
import { useWords } from '../words/useWords.ts';

type Status = PortalRequest['status'];

const statusBadges = {
  pending: { label: 'portals:pending', as: 'proposed' },
  approved: { label: 'portals:approved', as: 'active' },
  denied: { label: 'portals:denied', as: 'archived' },
  expired: { label: 'portals:linkExpired', as: 'expired' },
} as const satisfies Badges<Status | 'expired'>;

type Decided = Exclude<Status, 'pending'>;

const decisionKeys = {
  approved: { label: 'portals:approve', named: 'portals:approveOne', done: 'portals:decidedApproved' },
  denied: { label: 'portals:deny', named: 'portals:denyOne', done: 'portals:decidedDenied' },
} as const satisfies Record<Decided, Record<'label' | 'named' | 'done', WordKey>>;

export interface RowProps {
  request: PortalRequest;
  now: number;
  onDecide: (request: PortalRequest, status: Decided) => Promise<void>;
}

interface DecisionProps {
  status: Status;
  who: string;
  onDecide: (status: Decided) => Promise<void>;
}

function Decision({ status, who, onDecide }: DecisionProps) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  const button = (decision: Decided) => (
    <button
      type="button"
      className="mq-button mq-button--small"
      disabled={busy}
      aria-label={t(decisionKeys[decision].named, { who })}
      onClick={() => void during(() => onDecide(decision))}
    >
      {t(decisionKeys[decision].label)}
    </button>
  );
  return (
    <span className="mq-row">
      {status !== 'approved' && button('approved')}
      {status === 'pending' && button('denied')}
      {status === 'approved' && (
        <Ask
          label={t('portals:revokeLink')}
          confirm={t('portals:revokeLinkFor', { who })}
          onConfirm={() => onDecide('denied')}
        />
      )}
    </span>
  );
}

export function PortalRequestRow({ request, now, onDecide }: RowProps) {
  const { t, ago, when } = useWords();
  const { email, name, note, status, url, expiresAt, createdAt, decidedAt, decidedBy } = request;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  const who = name ?? email;
  return (
    <li className="mq-person" data-request={email}>
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{who}</strong>
          <span className="mq-muted">
            {[name === null ? null : email, t('portals:asked', { when: ago(createdAt, now) })]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {note && <span>{note}</span>}
          {decidedAt && status !== 'pending' && (
            <span className="mq-muted">
              {t(decisionKeys[status].done, { name: decidedBy ?? '', when: ago(decidedAt, now) })}
            </span>
          )}
        </span>
        <Badge {...statusBadges[isOver ? 'expired' : status]} />
        <Decision status={status} who={who} onDecide={(next) => onDecide(request, next)} />
      </div>
      {url !== null && expiresAt !== null && !isOver && (
        <>
          <p className="mq-secret">
            <code>{url}</code>
            <CopyButton value={url} label={t('ui:copyLink')} />
          </p>
          <p className="mq-muted">{t('portals:linkHint', { date: when(expiresAt) })}</p>
        </>
      )}
    </li>
  );
}
