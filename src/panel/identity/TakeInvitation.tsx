'use client';
// Where an invitation's link leads: what it offers, and taking it as whoever is signed in, or with a new account.
import { Link, useAuth } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import type { Grant } from '../../core/access/schemas.ts';
import type { Offer } from '../../identity/people/schemas.ts';
import { limitsInWords, scopeWords } from '../access/access-words.ts';
import { call, wordsOf } from '../client/api.ts';
import { Entrance, EntranceForm, EntranceInput, NewPasswordInput } from '../shell/entrance.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { rememberWorkspace } from '../shell/WorkspaceSwitch.tsx';

const notWhole = 'This link is not whole. Open the one you were sent, or copy all of it.';

/** The offer of a link; null until it is known. */
function useOffer(token: string | null): { offer: Offer | null; problem: string | null } {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<string | null>(token ? null : notWhole);
  useEffect(() => {
    if (!token) return;
    const left = new AbortController();
    call<{ data: Offer }>('GET', `/api/v1/invite/${encodeURIComponent(token)}`, { signal: left.signal }).then(
      ({ data }) => {
        setOffer(data);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      left.abort();
    };
  }, [token]);
  return { offer, problem };
}

function WhatIsOffered({ offer }: { offer: Offer }) {
  const { invitedBy, resource, label, organization, scope, limits } = offer;
  const but = limitsInWords(scope, limits);
  return (
    <>
      {invitedBy} invites you to {resource === 'organization' ? 'all of ' : ''}
      <strong>{label}</strong>
      {resource === 'organization' ? '' : `, in ${organization}`}. You may {scopeWords[scope]}
      {but ? `, but ${but}` : ''}.
    </>
  );
}

interface TakingProps {
  offer: Offer;
  token: string;
}

function AsWhoIsSignedIn({ offer, token, email }: TakingProps & { email: string }) {
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);

  const take = async (): Promise<void> => {
    const { data } = await call<{ data: Grant }>('POST', `/api/v1/invite/${encodeURIComponent(token)}`);
    if (data.resource === 'workspace') rememberWorkspace(data.resourceId);
    window.location.replace(route(''));
  };
  const signOut = async (): Promise<void> => {
    await call('POST', '/api/auth/sign-out');
    window.location.replace(here);
  };

  return (
    <>
      <EntranceForm action="Take the invitation" doing="Taking it" onSend={take}>
        <p>
          You are signed in as <strong>{email}</strong>
          {email === offer.email ? '.' : `; it was made for ${offer.email}. You may take it all the same.`}
        </p>
      </EntranceForm>
      <p>
        <button type="button" className="mq-link" onClick={() => void signOut()}>
          Sign out and use another account
        </button>
      </p>
    </>
  );
}

function WithNewAccount({ offer, token }: TakingProps) {
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);

  const join = async (text: (name: string) => string): Promise<void> => {
    const body = { name: text('name'), email: offer.email, password: text('password'), token };
    await call('POST', '/api/auth/sign-up', { body });
    window.location.replace(route(''));
  };

  return (
    <>
      <EntranceForm action="Make the account and join" doing="Making it" onSend={join}>
        <EntranceInput label="E-mail" name="email" type="email" value={offer.email} readOnly />
        <EntranceInput label="Your name" name="name" autoComplete="name" maxLength={200} autoFocus />
        <NewPasswordInput />
      </EntranceForm>
      <p>
        Have an account already?{' '}
        <Link href={`${route('/login')}?redirect=${encodeURIComponent(here)}`} prefetch={false}>
          Sign in to take it
        </Link>
      </p>
    </>
  );
}

export function TakeInvitation() {
  const token = useSearchParams().get('token');
  const { user } = useAuth();
  const route = useAdminRoute();
  const { offer, problem } = useOffer(token);
  const email: unknown = user?.email;

  if (problem) {
    return (
      <Entrance framed={false} title="This invitation can’t be taken">
        <p role="alert" className="mq-alert">
          {problem}
        </p>
        <p>
          <Link href={route('')} prefetch={false}>
            {user ? 'To the panel' : 'Sign in'}
          </Link>
        </p>
      </Entrance>
    );
  }
  if (!offer || !token) return <Entrance framed={false} title="An invitation" words="One moment." />;
  return (
    <Entrance framed={false} title={`Join ${offer.organization}`} words={<WhatIsOffered offer={offer} />}>
      {typeof email === 'string' ? (
        <AsWhoIsSignedIn offer={offer} token={token} email={email} />
      ) : (
        <WithNewAccount offer={offer} token={token} />
      )}
    </Entrance>
  );
}
