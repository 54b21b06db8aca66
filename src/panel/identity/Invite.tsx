'use client';
// The invitation form and the pending invitations. A link is shown only once, when it's created.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Invitation, SentInvitation } from '../../identity/people/schemas.ts';
import { limitsInWords, resourceLabels, scopeLabels } from '../access/access-words.ts';
import { AccessPicker, givenOf, type Picked } from '../access/AccessPicker.tsx';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { when } from '../ui/format.ts';
import { Frame } from '../ui/inputs.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import type { Grantable } from '../client/useGrantables.ts';

/** The link of an invitation that was just created or resent. */
export function InvitationLink({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) {
  return (
    <ShownOnce
      title={sent.emailed ? `Invitation sent to ${sent.email}` : `The invitation for ${sent.email} is ready`}
      words={
        sent.emailed
          ? 'You can also share this link yourself. It won’t be shown again.'
          : 'Email isn’t set up. Copy the link now and share it yourself. It won’t be shown again.'
      }
      secret={sent.url}
      copy="Copy link"
      onClose={onClose}
    >
      The link works once, until {when(sent.expiresAt)}.
    </ShownOnce>
  );
}

interface FormProps {
  grantables: readonly Grantable[];
  /** Preselected. */
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
    const given = givenOf(picked);
    if (!given) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = { email: email.trim(), ...given };
      onSent((await call('create_invitation', { body })).data);
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };

  return (
    <form
      className="mq-panel"
      aria-label="Invite someone"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>Invite someone</h2>
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
      <Alert words={problem} />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy || !picked.grantable}
        >
          Create invitation
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
  /** Whether the viewer is an admin of the organization. */
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
      onSent((await call('send_invitation', { id })).data);
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
                    aria-label={`Resend to ${email}`}
                    onClick={() => void resend(id)}
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
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
