'use client';
// Requests a password reset link. The response is the same whether or not the account exists.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import { call, type DataFor } from '../client/operations.ts';
import { Entrance, EntranceForm, EntranceInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';
import { useWords } from '../words/useWords.ts';

export function ForgottenPassword() {
  const { t } = useWords();
  const route = useAdminRoute();
  const [asked, setAsked] = useState<DataFor<'send_password_link'> | null>(null);

  const ask = async (text: (name: string) => string): Promise<void> => {
    const { data } = await call('send_password_link', { body: { email: text('email') } });
    setAsked(data);
  };

  return (
    <Entrance title={t('shell:forgotPassword')} words={asked ? null : t('shell:forgotHint')}>
      {asked ? (
        <p role="status" className={asked.byMail ? 'mq-note mq-note--positive' : 'mq-alert'}>
          {asked.message}
        </p>
      ) : (
        <EntranceForm action={t('shell:sendLink')} doing={t('shell:sending')} onSend={ask}>
          <EntranceInput label={t('shell:email')} name="email" type="email" autoComplete="email" autoFocus />
        </EntranceForm>
      )}
      <p>
        <Link href={route('/login')} prefetch={false}>
          {t('shell:backToSignIn')}
        </Link>
      </p>
    </Entrance>
  );
}
