'use client';
// A portal's access requests, pending ones first: approve or deny them, and copy or revoke the links of approved guests.
import { CopyToClipboard, toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { PortalRequest } from '../../portals/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { ago, when } from '../ui/format.ts';
import '../identity/people.css';
import { useOperation } from '../client/useOperation.ts';

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

interface RowProps {
  request: PortalRequest;
  now: number;
  onDecide: (request: PortalRequest, status: 'approved' | 'denied') => Promise<void>;
}

function Row({ request, now, onDecide }: RowProps) {
  const { email, name, note, status, url, expiresAt, createdAt, decidedAt, decidedBy } = request;
  const [busy, setBusy] = useState(false);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  const who = name ?? email;

  const decide = async (next: 'approved' | 'denied'): Promise<void> => {
    setBusy(true);
    try {
      await onDecide(request, next);
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <li className="mq-person" data-request={email}>
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{who}</strong>
          <span className="mq-muted">
            {[name === null ? null : email, `asked ${ago(createdAt, now)}`].filter(Boolean).join(' · ')}
          </span>
          {note && <span>{note}</span>}
          {decidedAt && (
            <span className="mq-muted">
              {statusWords[status]} by {decidedBy}, {ago(decidedAt, now)}
            </span>
          )}
        </span>
        <span className={`mq-badge mq-badge--${isOver ? 'expired' : badgeOf[status]}`}>
          {isOver ? 'Link expired' : statusWords[status]}
        </span>
        <span className="mq-row">
          {status !== 'approved' && (
            <button
              type="button"
              className="mq-button mq-button--small"
              disabled={busy}
              aria-label={`Approve ${who}`}
              onClick={() => void decide('approved')}
            >
              Approve
            </button>
          )}
          {status === 'pending' && (
            <button
              type="button"
              className="mq-button mq-button--small"
              disabled={busy}
              aria-label={`Deny ${who}`}
              onClick={() => void decide('denied')}
            >
              Deny
            </button>
          )}
          {status === 'approved' && (
            <Ask
              label="Revoke link"
              confirm={`Revoke the link for ${who}`}
              onConfirm={() => onDecide(request, 'denied')}
            />
          )}
        </span>
      </div>
      {url !== null && expiresAt !== null && !isOver && (
        <>
          <p className="mq-secret">
            <code>{url}</code>
            <CopyToClipboard value={url} defaultMessage="Copy link" />
          </p>
          <p className="mq-muted">Anyone with this link can open the portal until {when(expiresAt)}.</p>
        </>
      )}
    </li>
  );
}

export function PortalRequests({ portal }: { portal: string }) {
  const { data: requests, problem, again } = useOperation('list_portal_requests', { id: portal });
  const [now] = useState(() => Date.now());
  const waiting = requests?.filter(({ status }) => status === 'pending') ?? [];
  const decided = requests?.filter(({ status }) => status !== 'pending') ?? [];
  const onDecide: RowProps['onDecide'] = async ({ id }, status) => {
    await call('decide_portal_request', { id: portal, request: id, body: { status } });
    again();
  };
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-requests">
      <h2 id="mq-portal-requests">
        Access requests{waiting.length > 0 ? `: ${waiting.length} pending` : ''}
      </h2>
      <Alert words={problem} />
      {requests?.length === 0 ? (
        <p className="mq-muted">
          No requests yet. Everyone you approve gets a personal link, by email if it’s set up.
        </p>
      ) : (
        <ul className="mq-people" aria-labelledby="mq-portal-requests">
          {[...waiting, ...decided].map((request) => (
            <Row key={request.id} request={request} now={now} onDecide={onDecide} />
          ))}
        </ul>
      )}
    </section>
  );
}
