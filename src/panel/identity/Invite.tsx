'use client';
// Inviting somebody, and those who are invited. A link is shown once: when it is made.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Invitation, SentInvitation } from '../../identity/people/schemas.ts';
import { limitsInWords, resourceLabels, scopeLabels } from '../access/access-words.ts';
import { AccessPicker, givenOf, type Picked } from '../access/AccessPicker.tsx';
import { call, wordsOf } from '../client/api.ts';
import { Ask } from '../ui/Ask.tsx';
import { when } from '../ui/format.ts';
import { Frame } from '../ui/inputs.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import type { Grantable } from '../client/useThings.ts';

/** The link of an invitation that has just been made or sent again. */
export function InvitationLink({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) {
  return (
    <ShownOnce
      title={
        sent.emailed ? `A mail to ${sent.email} is on its way` : `The invitation for ${sent.email} is ready`
      }
      words={
        sent.emailed
          ? 'The same link, should you want to hand it on yourself. It is not shown again.'
          : 'No e-mail is set up here: copy the link now and hand it on. It is not shown again.'
      }
      secret={sent.url}
      copy="Copy the link"
      onClose={onClose}
    >
      It works once, until {when(sent.expiresAt)}.
    </ShownOnce>
  );
}

interface FormProps {
  grantables: readonly Grantable[];
  /** Offered first. */
  first: Grantable | null;
  onSent: (sent: SentInvitation) => void;
  onCancel: () => void;
}

export function InviteForm({ grantables, first, onSent, onCancel }: FormProps) {
  const [email, setEmail] = useState('');
  const [picked, setPicked] = useState<Picked>({ grantable: first, scope: 'write', limits: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { email: email.trim(), ...givenOf(picked) };
      onSent((await call<{ data: SentInvitation }>('POST', '/api/v1/invitations', { body })).data);
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };

  return (
    <form
      className="mq-panel"
      aria-label="Invite somebody"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>Invite somebody</h2>
      <Frame id="mq-invite-email" label="E-mail">
        <input
          id="mq-invite-email"
          className="mq-input"
          type="email"
          required
          autoFocus
          autoComplete="off"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
      </Frame>
      <AccessPicker id="mq-invite" grantables={grantables} picked={picked} onChange={setPicked} />
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy || !picked.grantable}
        >
          Make the invitation
        </button>
        <button type="button" className="mq-link" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface ListProps {
  invitations: readonly Invitation[];
  /** Whether the one who looks is an admin of the organization. */
  rules: boolean;
  onSent: (sent: SentInvitation) => void;
  onChanged: () => void;
}

export function Invitations({ invitations, rules, onSent, onChanged }: ListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [now] = useState(() => Date.now());

  const resend = async (id: string): Promise<void> => {
    setBusy(id);
    try {
      onSent((await call<{ data: SentInvitation }>('POST', `/api/v1/invitations/${id}/resend`)).data);
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(null);
    }
  };

  return (
    <ul className="mq-people" aria-labelledby="mq-invited">
      {invitations.map((invitation) => {
        const { id, email, resource, label, scope, limits, invitedBy, expiresAt } = invitation;
        const isOver = Date.parse(expiresAt) <= now;
        const but = limitsInWords(scope, limits);
        return (
          <li key={id} className="mq-person">
            <div className="mq-person__head">
              <span className="mq-person__who">
                <strong>{email}</strong>
                <span className="mq-muted">
                  {scopeLabels[scope]}
                  {but ? ` (${but})` : ''} on {resourceLabels[resource].toLowerCase()} {label} · invited by{' '}
                  {invitedBy}
                </span>
              </span>
              <span className={`mq-badge ${isOver ? 'mq-badge--expired' : 'mq-badge--proposed'}`}>
                {isOver ? 'Expired' : `Until ${when(expiresAt)}`}
              </span>
              {(rules || resource !== 'organization') && (
                <span className="mq-row">
                  <button
                    type="button"
                    className="mq-button mq-button--small"
                    disabled={busy === id}
                    aria-label={`Send again to ${email}`}
                    onClick={() => void resend(id)}
                  >
                    Send again
                  </button>
                  <Ask
                    label="Withdraw"
                    confirm={`Withdraw the invitation of ${email}`}
                    onConfirm={async () => {
                      await call('DELETE', `/api/v1/invitations/${id}`);
                      onChanged();
                    }}
                  />
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
