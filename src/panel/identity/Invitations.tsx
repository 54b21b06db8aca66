'use client';
// The invitations that haven't been accepted: resend or withdraw each.
import { useState } from 'react';
import type { Invitation, SentInvitation } from '../../identity/people/schemas.ts';
import { limitsInWords, resourceLabel, scopeLabels } from '../access/access-words.ts';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ask } from '../ui/Ask.tsx';
import { when } from '../ui/format.ts';

interface ChangeProps {
  /** Called with the new link. */
  onSent: (sent: SentInvitation) => void;
  /** Called after an invitation was withdrawn. */
  onChanged: () => void;
}

function InvitationActions({ id, email, onSent, onChanged }: ChangeProps & Pick<Invitation, 'id' | 'email'>) {
  const [busy, during] = useBusy();
  return (
    <span className="mq-row">
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        aria-label={`Resend to ${email}`}
        onClick={() =>
          void during(async () => {
            onSent((await call('send_invitation', { id })).data);
          })
        }
      >
        Resend
      </button>
      <Ask
        label="Withdraw"
        confirm={`Withdraw the invitation for ${email}`}
        onConfirm={async () => {
          await call('delete_invitation', { id });
          onChanged();
        }}
      />
    </span>
  );
}

interface Props extends ChangeProps {
  invitations: readonly Invitation[];
  /** Whether the viewer is an admin of the organization. */
  rules: boolean;
}

export function Invitations({ invitations, rules, onSent, onChanged }: Props) {
  const [now] = useState(() => Date.now());
  return (
    <section className="mq-section" aria-labelledby="mq-invited">
      <h2 id="mq-invited">Invited</h2>
      <ul className="mq-people" aria-labelledby="mq-invited">
        {invitations.map(({ id, email, resource, label, scope, limits, invitedBy, expiresAt }) => {
          const isOver = Date.parse(expiresAt) <= now;
          const but = limitsInWords(scope, limits);
          return (
            <li key={id} className="mq-person">
              <div className="mq-person__head">
                <span className="mq-person__who">
                  <strong>{email}</strong>
                  <span className="mq-muted">
                    {scopeLabels[scope]}
                    {but ? ` (${but})` : ''} on {resourceLabel(resource).toLowerCase()} {label} · invited by{' '}
                    {invitedBy}
                  </span>
                </span>
                <span className={`mq-badge ${isOver ? 'mq-badge--expired' : 'mq-badge--proposed'}`}>
                  {isOver ? 'Expired' : `Until ${when(expiresAt)}`}
                </span>
                {(rules || resource !== 'organization') && (
                  <InvitationActions id={id} email={email} onSent={onSent} onChanged={onChanged} />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
