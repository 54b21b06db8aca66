'use client';
// The first visit: makes the first account. The token of the printed set-up link comes in the address; on this very machine none is needed.
import { useSearchParams } from 'next/navigation.js';
import { call, CallFailed, wordsOf } from '../client/api.ts';
import { Entrance, EntranceForm, EntranceInput, NewPasswordInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';

export function Welcome() {
  const token = useSearchParams().get('token');
  const route = useAdminRoute();

  const signUp = async (text: (name: string) => string): Promise<void> => {
    const person = { name: text('name'), email: text('email'), password: text('password') };
    try {
      await call('POST', '/api/auth/sign-up', { body: { ...person, ...(token ? { token } : {}) } });
    } catch (error) {
      const taken = error instanceof CallFailed && error.status === 403 && token !== null;
      throw taken ? new Error(`${wordsOf(error)} The link in your browser may be an old one.`) : error;
    }
    // Loaded anew: the panel knows nobody yet.
    window.location.assign(route(''));
  };

  return (
    <Entrance
      title="Make the first account"
      words="It is the admin’s, with a library and a brand to begin with."
    >
      <EntranceForm action="Make the account" doing="Making it" onSend={signUp}>
        <EntranceInput label="Your name" name="name" autoComplete="name" maxLength={200} autoFocus />
        <EntranceInput label="E-mail" name="email" type="email" autoComplete="email" />
        <NewPasswordInput />
      </EntranceForm>
    </Entrance>
  );
}
