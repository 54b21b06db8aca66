'use client';
// The page behind the emailed reset link: sets a new password with its token, and signs in.
import { Link } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { call } from '../client/operations.ts';
import { Entrance, EntranceForm, NewPasswordInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';
import { useWords } from '../words/useWords.ts';

export function ResetPassword() {
  const { t } = useWords();
  const token = useSearchParams().get('token');
  const route = useAdminRoute();

  const reset = async (text: (name: string) => string): Promise<void> => {
    if (token === null) return;
    await call('reset_password', { body: { token, password: text('password') } });
    // A full reload as the signed-in person. `replace`, because the link is used up.
    window.location.replace(route(''));
  };

  return (
    <Entrance
      framed={false}
      title={t('shell:newPasswordTitle')}
      words={token ? t('shell:newPasswordHint') : t('shell:incompleteLink')}
    >
      {token && (
        <EntranceForm action={t('shell:setPassword')} doing={t('shell:saving')} onSend={reset}>
          <NewPasswordInput label={t('shell:newPassword')} />
        </EntranceForm>
      )}
      <p>
        <Link href={route('/forgot')} prefetch={false}>
          {t('shell:anotherLink')}
        </Link>
      </p>
    </Entrance>
  );
}
