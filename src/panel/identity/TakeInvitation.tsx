'use client';
// The invitation page: shows the offer, to accept with the signed-in account or a new one.
import { Link, useAuth } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import type { Offer } from '../../identity/people/schemas.ts';
import { limitsInWords } from '../access/access-words.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { Entrance, EntranceForm, EntranceInput, NewPasswordInput } from '../shell/entrance.tsx';
import { useAdminRoute, useHasAppPeople } from '../shell/routes.ts';
import { rememberWorkspace } from '../shell/WorkspaceSwitch.tsx';
import { Alert } from '../ui/Alert.tsx';
import { useWords } from '../words/useWords.ts';
import type { PlainKey } from '../../words/keys.ts';
import type { Scope } from '../../core/access/ladder.ts';

const incomplete = 'identity:incompleteInvitation';

/** What the person will be able to do. */
const canKeys = {
  read: 'identity:youRead',
  propose: 'identity:youPropose',
  write: 'identity:youWrite',
  admin: 'identity:youAdmin',
} as const satisfies Record<Scope, PlainKey>;

function OfferSummary({ offer }: { offer: Offer }) {
  const words = useWords();
  const { t, rich } = words;
  const { invitedBy, resource, label, organization, scope, limits } = offer;
  const but = limitsInWords(scope, limits, words);
  const values = {
    name: invitedBy,
    place: <strong>{label}</strong>,
    can: but === null ? t(canKeys[scope]) : t('identity:youWriteBut', { limits: but }),
  };
  return resource === 'organization'
    ? rich('identity:invitesToAll', values)
    : rich('identity:invitesTo', { ...values, organization });
}

interface AcceptProps {
  offer: Offer;
  token: string;
}

function AcceptSignedIn({ offer, token, email }: AcceptProps & { email: string }) {
  const { t, rich } = useWords();
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

/** Where accounts are the app's, only its admins make them. */
function SignInToAccept({ offer, token }: AcceptProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);
  return (
    <>
      <p>{t('identity:signInToJoin', { name: offer.invitedBy })}</p>
      <p>
        <Link href={`${route('/login')}?redirect=${encodeURIComponent(here)}`} prefetch={false}>
          {t('shell:signIn')}
        </Link>
      </p>
    </>
  );
}

function AcceptWithNewAccount({ offer, token }: AcceptProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  const here = route(`/invite?token=${encodeURIComponent(token)}`);

  const join = async (text: (name: string) => string): Promise<void> => {
    const body = { name: text('name'), email: offer.email, password: text('password'), token };
    await call('sign_up', { body });
    window.location.replace(route(''));
  };

  return (
    <>
      <EntranceForm action={t('identity:createAndJoin')} doing={t('shell:creating')} onSend={join}>
        <EntranceInput label={t('shell:email')} name="email" type="email" value={offer.email} readOnly />
        <EntranceInput
          label={t('shell:yourName')}
          name="name"
          autoComplete="name"
          maxLength={200}
          autoFocus
        />
        <NewPasswordInput />
      </EntranceForm>
      <p>
        {t('identity:haveAccount')}
        <Link href={`${route('/login')}?redirect=${encodeURIComponent(here)}`} prefetch={false}>
          {t('identity:signInToAccept')}
        </Link>
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
