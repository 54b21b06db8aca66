'use client';
// The invitation form, and the link it creates, which is shown only once.
import { useState } from 'react';
import type { SentInvitation } from '../../identity/people/schemas.ts';
import { AccessPicker, givenOf, type Picked } from '../access/AccessPicker.tsx';
import { call } from '../client/operations.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';

import { Frame } from '../ui/form/inputs.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import { Form } from '../ui/form/Form.tsx';
import { useWords } from '../words/useWords.ts';

/** The link of an invitation that was just created or resent. */
export function InvitationLink({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) {
  const { t, when } = useWords();
  return (
    <ShownOnce
      title={
        sent.emailed
          ? t('identity:invitationSent', { email: sent.email })
          : t('identity:invitationReady', { email: sent.email })
      }
      words={sent.emailed ? t('identity:shareLinkToo') : t('identity:noEmailSetUp')}
      secret={sent.url}
      copy={t('ui:copyLink')}
      onClose={onClose}
    >
      {t('identity:linkWorksOnce', { date: when(sent.expiresAt) })}
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
  const { t } = useWords();
  const [email, setEmail] = useState('');
  const [picked, setPicked] = useState<Picked>({ grantable: first, scope: 'write', limits: [] });
  const { busy, problem, save } = useSaving();

  const send = async (): Promise<void> => {
    const given = givenOf(picked);
    if (!given) return;
    onSent((await call('create_invitation', { body: { email: email.trim(), ...given } })).data);
  };

  return (
    <Form className="mq-panel" aria-label={t('identity:inviteSomeone')} onSubmit={() => void save(send)}>
      <h2>{t('identity:inviteSomeone')}</h2>
      <Frame id="mq-invite-email" label={t('shell:email')}>
        <input
          id="mq-invite-email"
          className="mq-input"
          type="email"
          required
          autoFocus
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Frame>
      <AccessPicker id="mq-invite" grantables={grantables} picked={picked} onChange={setPicked} />
      <Alert problem={problem} />
      <FormFoot
        action={t('identity:createInvitation')}
        disabled={busy || !picked.grantable}
        onCancel={onCancel}
      />
    </Form>
  );
}
