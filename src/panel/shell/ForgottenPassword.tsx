'use client';
// Requests a password reset link. The response is the same whether or not the account exists.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import { call, type DataFor } from '../client/operations.ts';
import { Entrance, EntranceForm, EntranceInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';

export function ForgottenPassword() {
  const route = useAdminRoute();
  const [asked, setAsked] = useState<DataFor<'send_password_link'> | null>(null);

  const ask = async (text: (name: string) => string): Promise<void> => {
    const { data } = await call('send_password_link', { body: { email: text('email') } });
    setAsked(data);
  };

  return (
    <Entrance
      title="Forgot your password?"
      words={asked ? null : 'We’ll email you a link to set a new one. It works once, within an hour.'}
    >
      {asked ? (
        <p role="status" className={asked.byMail ? 'mq-note mq-note--positive' : 'mq-alert'}>
          {asked.message}
        </p>
      ) : (
        <EntranceForm action="Send link" doing="Sending…" onSend={ask}>
          <EntranceInput label="E-mail" name="email" type="email" autoComplete="email" autoFocus />
        </EntranceForm>
      )}
      <p>
        <Link href={route('/login')} prefetch={false}>
          Back to sign in
        </Link>
      </p>
    </Entrance>
  );
}
