'use client';
// First visit: creates the first account. The token comes from the printed setup link; on the server's own machine none is needed.
import { useSearchParams } from 'next/navigation.js';
import { CallFailed, wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Entrance, EntranceForm, EntranceInput, NewNameInput, NewPasswordInput } from './entrance.tsx';
import { useAdminRoute } from './routes.ts';
import { useWords } from '../words/useWords.ts';

export function Welcome() {
  const { t } = useWords();
  const token = useSearchParams().get('token');
  const route = useAdminRoute();

  const signUp = async (text: (name: string) => string): Promise<void> => {
    const person = { name: text('name'), email: text('email'), password: text('password') };
    try {
      await call('sign_up', { body: { ...person, ...(token ? { token } : {}) } });
    } catch (error) {
      const taken = error instanceof CallFailed && error.status === 403 && token !== null;
      throw taken ? new Error(t('shell:oldLink', { problem: wordsOf(error) })) : error;
    }
    // A full reload: the panel has no session yet.
    window.location.assign(route(''));
  };

  return (
    <Entrance title={t('shell:firstAccount')} words={t('shell:firstAccountHint')}>
      <EntranceForm action={t('shell:createAccount')} doing={t('shell:creating')} onSend={signUp}>
        <NewNameInput />
        <EntranceInput label={t('shell:email')} name="email" type="email" autoComplete="email" />
        <NewPasswordInput />
      </EntranceForm>
    </Entrance>
  );
}
