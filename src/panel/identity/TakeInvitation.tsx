'use client';
// The invitation page: shows the offer, to accept with the signed-in account or a new one.
import { Link, useAuth } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import type { Offer } from '../../identity/people/schemas.ts';
import { limitsInWords, scopeWords } from '../access/access-words.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { Entrance, EntranceForm, EntranceInput, NewPasswordInput } from '../shell/entrance.tsx';
import { useAdminRoute, useHasAppPeople } from '../shell/routes.ts';
import { rememberWorkspace } from '../shell/WorkspaceSwitch.tsx';
import { Alert } from '../ui/Alert.tsx';

const incomplete = 'This link is incomplete. Open the one you were sent, or copy all of it.';

function OfferSummary({ offer }: { offer: Offer }) {
  const { invitedBy, resource, label, organization, scope, limits } = offer;
  const but = limitsInWords(scope, limits);
  return (
    <>
      {invitedBy} invites you to {resource === 'organization' ? 'all of ' : ''}
      <strong>{label}</strong>
      {resource === 'organization' ? '' : `, in ${organization}`}. You can {scopeWords[scope]}
      {but ? `, but ${but}` : ''}.
    </>
  );
}

interface AcceptProps {
  offer: Offer;
  token: string;
}

function AcceptSignedIn({ offer, token, email }: AcceptProps & { email: string }) {
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);

  const accept = async (): Promise<void> => {
    const { data } = await call('take_invitation', { token });
    if (data.resource === 'workspace') rememberWorkspace(data.resourceId);
    window.location.replace(route(''));
  };
  const isAppsAccount = useHasAppPeople();
  const signOut = async (): Promise<void> => {
    if (!isAppsAccount) await call('sign_out');
    window.location.replace(isAppsAccount ? route('/logout') : here);
  };

  return (
    <>
      <EntranceForm action="Accept invitation" doing="Accepting…" onSend={accept}>
        <p>
          You’re signed in as <strong>{email}</strong>
          {email === offer.email ? '.' : `; the invitation is for ${offer.email}. You can still accept it.`}
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

/** Where accounts are the app's, only its admins make them. */
function SignInToAccept({ offer, token }: AcceptProps) {
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);
  return (
    <>
      <p>Sign in to accept. If you don’t have an account yet, ask {offer.invitedBy} how to get one.</p>
      <p>
        <Link href={`${route('/login')}?redirect=${encodeURIComponent(here)}`} prefetch={false}>
          Sign in
        </Link>
      </p>
    </>
  );
}

function AcceptWithNewAccount({ offer, token }: AcceptProps) {
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);

  const join = async (text: (name: string) => string): Promise<void> => {
    const body = { name: text('name'), email: offer.email, password: text('password'), token };
    await call('sign_up', { body });
    window.location.replace(route(''));
  };

  return (
    <>
      <EntranceForm action="Create account and join" doing="Creating…" onSend={join}>
        <EntranceInput label="E-mail" name="email" type="email" value={offer.email} readOnly />
        <EntranceInput label="Your name" name="name" autoComplete="name" maxLength={200} autoFocus />
        <NewPasswordInput />
      </EntranceForm>
      <p>
        Already have an account?{' '}
        <Link href={`${route('/login')}?redirect=${encodeURIComponent(here)}`} prefetch={false}>
          Sign in to accept
        </Link>
      </p>
    </>
  );
}

export function TakeInvitation() {
  const token = useSearchParams().get('token');
  const { user } = useAuth();
  const route = useAdminRoute();
  const isAppsAccount = useHasAppPeople();
  const { data: offer, problem: failed } = useOperation('get_invitation', token ? { token } : null);
  const problem = token ? failed : incomplete;
  const email: unknown = user?.email;

  if (problem) {
    return (
      <Entrance framed={false} title="This invitation can’t be accepted">
        <Alert problem={problem} />
        <p>
          <Link href={route('')} prefetch={false}>
            {user ? 'Go to the panel' : 'Sign in'}
          </Link>
        </p>
      </Entrance>
    );
  }
  if (!offer || !token) return <Entrance framed={false} title="Invitation" words="Loading…" />;
  return (
    <Entrance framed={false} title={`Join ${offer.organization}`} words={<OfferSummary offer={offer} />}>
      {typeof email === 'string' ? (
        <AcceptSignedIn offer={offer} token={token} email={email} />
      ) : isAppsAccount ? (
        <SignInToAccept offer={offer} token={token} />
      ) : (
        <AcceptWithNewAccount offer={offer} token={token} />
      )}
    </Entrance>
  );
}
