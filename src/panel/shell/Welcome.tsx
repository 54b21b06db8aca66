'use client';
// First visit: creates the first account. The token comes from the printed setup link; on the server's own machine none is needed.
import { useSearchParams } from 'next/navigation.js';
import { CallFailed, wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Entrance, EntranceForm, EntranceInput, NewPasswordInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';

export function Welcome() {
  const token = useSearchParams().get('token');
  const route = useAdminRoute();

  const signUp = async (text: (name: string) => string): Promise<void> => {
    const person = { name: text('name'), email: text('email'), password: text('password') };
    try {
      await call('sign_up', { body: { ...person, ...(token ? { token } : {}) } });
    } catch (error) {
      const taken = error instanceof CallFailed && error.status === 403 && token !== null;
      throw taken ? new Error(`${wordsOf(error)} The link in your browser may be an old one.`) : error;
    }
    // A full reload: the panel has no session yet.
    window.location.assign(route(''));
  };

  return (
    <Entrance
      title="Create the first account"
      words="It’s the admin account. You start with a library and a brand."
    >
      <EntranceForm action="Create account" doing="Creating…" onSend={signUp}>
        <EntranceInput label="Your name" name="name" autoComplete="name" maxLength={200} autoFocus />
        <EntranceInput label="E-mail" name="email" type="email" autoComplete="email" />
        <NewPasswordInput />
      </EntranceForm>
    </Entrance>
  );
}
