'use client';
// The page behind the emailed reset link: sets a new password with its token, and signs in.
import { Link } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { call } from '../client/operations.ts';
import { Entrance, EntranceForm, NewPasswordInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';

export function ResetPassword() {
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
      title="Set a new password"
      words={
        token
          ? 'You’ll be signed in here and signed out everywhere else.'
          : 'This link is incomplete. Open the one in the email, or copy all of it.'
      }
    >
      {token && (
        <EntranceForm action="Set password" doing="Saving…" onSend={reset}>
          <NewPasswordInput label="New password" />
        </EntranceForm>
      )}
      <p>
        <Link href={route('/forgot')} prefetch={false}>
          Request another link
        </Link>
      </p>
    </Entrance>
  );
}
