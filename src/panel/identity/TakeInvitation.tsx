'use client';
// The invitation page: shows the offer, to accept with the signed-in account or a new one.
import { Link, useAuth } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import type { ReactNode } from 'react';
import type { Offer } from '../../identity/people/schemas.ts';
import { limitsInWords, scopeSentences } from '../access/access-words.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { Entrance, EntranceForm, EntranceInput, NewNameInput, NewPasswordInput } from '../shell/entrance.tsx';
import { useAdminRoute, useHasAppPeople } from '../shell/routes.ts';
import { rememberWorkspace } from '../shell/WorkspaceSwitch.tsx';
import { Alert } from '../ui/Alert.tsx';
import { useWords } from '../words/useWords.ts';

const incomplete = 'identity:incompleteInvitation';

function OfferSummary({ offer }: { offer: Offer }) {
  const words = useWords();
  const { t, rich } = words;
  const { invitedBy, resource, label, organization, scope, limits } = offer;
  const but = limitsInWords(scope, limits, words);
  const values = {
    name: invitedBy,
    place: <strong>{label}</strong>,
    can: but === null ? t(scopeSentences[scope].youCan) : t('identity:youWriteBut', { limits: but }),
  };
  return resource === 'organization'
    ? rich('identity:invitesToAll', values)
    : rich('identity:invitesTo', { ...values, organization });
}

/** The address of this page. */
const hereOf = (route: (path: `/${string}`) => string, token: string): string =>
  route(`/invite?token=${encodeURIComponent(token)}`);

interface AcceptProps {
  offer: Offer;
  token: string;
}

function AcceptSignedIn({ offer, token, email }: AcceptProps & { email: string }) {
  const { t, rich } = useWords();
  const route = useAdminRoute();

  const accept = async (): Promise<void> => {
    const { data } = await call('take_invitation', { token });
    if (data.resource === 'workspace') rememberWorkspace(data.resourceId);
    window.location.replace(route(''));
  };
  const isAppsAccount = useHasAppPeople();
  const signOut = async (): Promise<void> => {
    if (!isAppsAccount) await call('sign_out');
    window.location.replace(isAppsAccount ? route('/logout') : hereOf(route, token));
  };

  return (
    <>
      <EntranceForm action={t('identity:acceptInvitation')} doing={t('identity:accepting')} onSend={accept}>
        <p>
          {email === offer.email
            ? rich('identity:signedInAs', { email: <strong>{email}</strong> })
            : rich('identity:signedInAsOther', { email: <strong>{email}</strong>, invited: offer.email })}
        </p>
      </EntranceForm>
      <p>
        <button type="button" className="mq-link" onClick={() => void signOut()}>
          {t('identity:useAnotherAccount')}
        </button>
      </p>
    </>
  );
}

/** Back here once they are signed in. */
function SignInLink({ token, children }: { token: string; children: ReactNode }) {
  const route = useAdminRoute();
  const here = encodeURIComponent(hereOf(route, token));
  return (
    <Link href={`${route('/login')}?redirect=${here}`} prefetch={false}>
      {children}
    </Link>
  );
}

/** Where accounts are the app's, only its admins make them. */
function SignInToAccept({ offer, token }: AcceptProps) {
  const { t } = useWords();
  return (
    <>
      <p>{t('identity:signInToJoin', { name: offer.invitedBy })}</p>
      <p>
        <SignInLink token={token}>{t('shell:signIn')}</SignInLink>
      </p>
    </>
  );
}

function AcceptWithNewAccount({ offer, token }: AcceptProps) {
  const { t } = useWords();
  const route = useAdminRoute();

  const join = async (text: (name: string) => string): Promise<void> => {
    const body = { name: text('name'), email: offer.email, password: text('password'), token };
    await call('sign_up', { body });
    window.location.replace(route(''));
  };

  return (
    <>
      <EntranceForm action={t('identity:createAndJoin')} doing={t('shell:creating')} onSend={join}>
        <EntranceInput label={t('shell:email')} name="email" type="email" value={offer.email} readOnly />
        <NewNameInput />
        <NewPasswordInput />
      </EntranceForm>
      <p>
        {t('identity:haveAccount')}
        <SignInLink token={token}>{t('identity:signInToAccept')}</SignInLink>
      </p>
    </>
  );
}

export function TakeInvitation() {
  const { t } = useWords();
  const token = useSearchParams().get('token');
  const { user } = useAuth();
  const route = useAdminRoute();
  const isAppsAccount = useHasAppPeople();
  const { data: offer, problem: failed } = useOperation('get_invitation', token ? { token } : null);
  const problem = token ? failed : t(incomplete);
  const email: unknown = user?.email;

  if (problem) {
    return (
      <Entrance framed={false} title={t('identity:cantAccept')}>
        <Alert problem={problem} />
        <p>
          <Link href={route('')} prefetch={false}>
            {user ? t('identity:goToPanel') : t('shell:signIn')}
          </Link>
        </p>
      </Entrance>
    );
  }
  if (!offer || !token)
    return <Entrance framed={false} title={t('identity:invitation')} words={t('ui:loading')} />;
  return (
    <Entrance
      framed={false}
      title={t('identity:join', { organization: offer.organization })}
      words={<OfferSummary offer={offer} />}
    >
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
