'use client';
// An access request to a portal: approve or deny it, and the link of an approved guest.
import { CopyToClipboard } from '@payloadcms/ui';
import type { PortalRequest } from '../../portals/schemas.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ask } from '../ui/Ask.tsx';
import { useWords } from '../words/useWords.ts';
import type { PlainKey, WordKey } from '../../words/keys.ts';

type Status = PortalRequest['status'];

const statusWords = {
  pending: 'portals:pending',
  approved: 'portals:approved',
  denied: 'portals:denied',
} as const satisfies Record<Status, PlainKey>;

const decidedKeys = {
  pending: 'portals:decidedPending',
  approved: 'portals:decidedApproved',
  denied: 'portals:decidedDenied',
} as const satisfies Record<Status, WordKey>;

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
  const { t } = useWords();
  const [busy, during] = useBusy();
  const button = (label: string, ofWhom: string, decision: 'approved' | 'denied') => (
    <button
      type="button"
      className="mq-button mq-button--small"
      disabled={busy}
      aria-label={ofWhom}
      onClick={() => void during(() => onDecide(decision))}
    >
      {label}
    </button>
  );
  return (
    <span className="mq-row">
      {status !== 'approved' && button(t('portals:approve'), t('portals:approveOne', { who }), 'approved')}
      {status === 'pending' && button(t('portals:deny'), t('portals:denyOne', { who }), 'denied')}
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
          {decidedAt && (
            <span className="mq-muted">
              {t(decidedKeys[status], { name: decidedBy ?? '', when: ago(decidedAt, now) })}
            </span>
          )}
        </span>
        <span className={`mq-badge mq-badge--${isOver ? 'expired' : badgeOf[status]}`}>
          {isOver ? t('portals:linkExpired') : t(statusWords[status])}
        </span>
        <Decision status={status} who={who} onDecide={(next) => onDecide(request, next)} />
      </div>
      {url !== null && expiresAt !== null && !isOver && (
        <>
          <p className="mq-secret">
            <code>{url}</code>
            <CopyToClipboard value={url} defaultMessage={t('ui:copyLink')} />
          </p>
          <p className="mq-muted">{t('portals:linkHint', { date: when(expiresAt) })}</p>
        </>
      )}
    </li>
  );
}
