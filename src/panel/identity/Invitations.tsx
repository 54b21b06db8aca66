'use client';
// The invitations that haven't been accepted: resend or withdraw each.
import { useState } from 'react';
import type { Invitation, SentInvitation } from '../../identity/people/schemas.ts';
import { limitsInWords, resourceLabel, scopeKeys } from '../access/access-words.ts';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { Ask } from '../ui/Ask.tsx';
import { NamedRow } from '../ui/NamedRow.tsx';
import { useWords } from '../words/useWords.ts';

interface ChangeProps {
  /** Called with the new link. */
  onSent: (sent: SentInvitation) => void;
  /** Called after an invitation was withdrawn. */
  onChanged: () => void;
}

function InvitationActions({ id, email, onSent, onChanged }: ChangeProps & Pick<Invitation, 'id' | 'email'>) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  return (
    <span className="mq-row">
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        aria-label={t('identity:resendTo', { email })}
        onClick={() =>
          void during(async () => {
            onSent((await call('send_invitation', { id })).data);
          })
        }
      >
        {t('identity:resend')}
      </button>
      <Ask
        label={t('identity:withdraw')}
        confirm={t('identity:withdrawFor', { email })}
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
  const words = useWords();
  const { t, when } = words;
  const [now] = useState(() => Date.now());
  return (
    <section className="mq-section" aria-labelledby="mq-invited">
      <h2 id="mq-invited">{t('identity:invited')}</h2>
      <ul className="mq-people" aria-labelledby="mq-invited">
        {invitations.map(({ id, email, resource, label, scope, limits, invitedBy, expiresAt }) => {
          const isOver = Date.parse(expiresAt) <= now;
          const given = t(scopeKeys[scope]);
          const but = limitsInWords(scope, limits, words);
          return (
            <NamedRow
              key={id}
              name={email}
              note={t('identity:invitedTo', {
                scope: but === null ? given : t('identity:withLimits', { access: given, limits: but }),
                kind: resourceLabel(resource, t),
                label,
                name: invitedBy,
              })}
            >
              <span className={`mq-badge ${isOver ? 'mq-badge--expired' : 'mq-badge--proposed'}`}>
                {isOver ? t('access:expired') : t('identity:until', { date: when(expiresAt) })}
              </span>
              {(rules || resource !== 'organization') && (
                <InvitationActions id={id} email={email} onSent={onSent} onChanged={onChanged} />
              )}
            </NamedRow>
          );
        })}
      </ul>
    </section>
  );
}
