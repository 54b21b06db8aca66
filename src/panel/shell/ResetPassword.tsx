'use client';
// Where the mailed link leads: sets a new password with the token of its address, and is signed in.
import { Link } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { call } from '../client/api.ts';
import { Entrance, EntranceForm, NewPasswordInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';

export function ResetPassword() {
  const token = useSearchParams().get('token');
  const route = useAdminRoute();

  const reset = async (text: (name: string) => string): Promise<void> => {
    await call('POST', '/api/auth/reset', { body: { token, password: text('password') } });
    // Loaded anew, as whoever is signed in now. Not to be gone back to: the link is spent.
    window.location.replace(route(''));
  };

  return (
    <Entrance
      framed={false}
      title="Set a new password"
      words={
        token
          ? 'You are signed in with it here, and signed out everywhere else.'
          : 'This link is not whole. Open the one in the mail, or copy all of it.'
      }
    >
      {token && (
        <EntranceForm action="Set the password" doing="Setting it" onSend={reset}>
          <NewPasswordInput label="New password" />
        </EntranceForm>
      )}
      <p>
        <Link href={route('/forgot')} prefetch={false}>
          Ask for another link
        </Link>
      </p>
    </Entrance>
  );
}
