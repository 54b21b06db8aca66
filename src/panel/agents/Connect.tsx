'use client';
// The OAuth consent page: which agent wants to connect, to which workspace, with which scope. Nothing is granted without a click.
import { useSearchParams } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { CallFailed, wordsOf } from '../client/api.ts';
import { reading } from '../client/reading.ts';
import { call, type DataFor } from '../client/operations.ts';
import { Logo } from '../shell/Brand.tsx';
import { useAdminRoute, useHasAppPeople } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { useLeaving } from '../client/useLeaving.ts';
import { Form } from '../ui/form/Form.tsx';
import { useWords } from '../words/useWords.ts';
import type { PlainKey, WordKey } from '../../words/keys.ts';
import '../shell/entrance.css';

type Asked = DataFor<'get_consent'>;
type Scope = Asked['scope'];

const scopeWords: Record<Scope, { title: PlainKey; hint: PlainKey }> = {
  read: { title: 'access:scopeRead', hint: 'agents:readHint' },
  propose: { title: 'access:scopePropose', hint: 'agents:proposeHint' },
  write: { title: 'access:scopeWrite', hint: 'agents:writeHint' },
};

/** Loads the consent request. Anyone who isn't signed in is sent to sign in first, then back here. */
function useAsked(request: string, loginUrl: string): { asked: Asked | null; problem: string | null } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    return reading(
      (signal) => call('get_consent', { id: request }, { signal }),
      ({ data }) => {
        setAsked(data);
      },
      (error) => {
        if (error instanceof CallFailed && error.status === 401) window.location.assign(loginUrl);
        else setProblem(wordsOf(error));
      },
    );
  }, [request, loginUrl]);
  return { asked, problem };
}

interface WorkspaceChoiceProps {
  asked: Asked;
  workspaceId: string;
  onChange: (id: string) => void;
}

function WorkspaceChoice({ asked, workspaceId, onChange }: WorkspaceChoiceProps) {
  const { t } = useWords();
  return (
    <div className="mq-field">
      <label htmlFor="connect-workspace">{t('access:workspace')}</label>
      <select
        id="connect-workspace"
        className="mq-input"
        value={workspaceId}
        onChange={(event) => onChange(event.target.value)}
      >
        {asked.workspaces.map(({ id, name, organization }) => (
          <option key={id} value={id}>
            {organization} · {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ScopeChoiceProps {
  scopes: readonly Scope[];
  scope: Scope | undefined;
  onChange: (scope: Scope) => void;
}

function ScopeChoice({ scopes, scope, onChange }: ScopeChoiceProps) {
  const { t } = useWords();
  return (
    <fieldset className="mq-fieldset">
      <legend>{t('agents:access')}</legend>
      {scopes.map((one) => (
        <p key={one}>
          <label>
            <input
              type="radio"
              name="scope"
              value={one}
              checked={one === scope}
              onChange={() => onChange(one)}
            />{' '}
            <strong>{t(scopeWords[one].title)}</strong>{' '}
            <span className="mq-hint">{t(scopeWords[one].hint)}</span>
          </label>
        </p>
      ))}
    </fieldset>
  );
}

/** Where the person is sent afterwards: a website's name means something else than that of a program which anyone may have started. */
const returnWords = {
  website: null,
  computer: 'agents:returnsToComputer',
  app: 'agents:returnsToApp',
} satisfies Record<Asked['returnsBy'], WordKey | null>;

function Account({ person, back }: { person: Asked['person']; back: string }) {
  const { t, rich } = useWords();
  const at = useAdminRoute();
  const isAppsAccount = useHasAppPeople();
  const { busy, problem, leave } = useLeaving();
  const switchAccount = (): Promise<void> =>
    leave(async () => {
      if (!isAppsAccount) await call('sign_out');
      const login = `${at('/login')}?redirect=${encodeURIComponent(back)}`;
      window.location.assign(isAppsAccount ? at('/logout') : login);
    });
  return (
    <>
      <p>{rich('identity:signedInAs', { email: <strong>{person.email || person.name}</strong> })}</p>
      <p>
        <button type="button" className="mq-link" disabled={busy} onClick={() => void switchAccount()}>
          {t('identity:useAnotherAccount')}
        </button>
      </p>
      <Alert problem={problem} />
    </>
  );
}

function Question({ request, asked }: { request: string; asked: Asked }) {
  const { t, rich } = useWords();
  const [workspaceId, setWorkspaceId] = useState(asked.workspaces[0]?.id ?? '');
  const [chosen, setChosen] = useState<Scope>(asked.scope);
  const { busy, problem, leave } = useLeaving();
  const scopes = asked.workspaces.find(({ id }) => id === workspaceId)?.scopes ?? [];
  const scope = scopes.includes(chosen) ? chosen : scopes.at(-1);

  const decide = (allow: boolean): Promise<void> =>
    leave(async () => {
      const { data } = await call('give_consent', {
        id: request,
        body: { nonce: asked.nonce, allow, ...(allow ? { workspace: workspaceId, scope } : {}) },
      });
      window.location.assign(data.redirect);
    });

  const words = returnWords[asked.returnsBy];
  const returnsTo = <strong>{words ? t(words, { place: asked.returnsTo }) : asked.returnsTo}</strong>;
  return (
    <Form onSubmit={() => void decide(true)}>
      <p className="mq-muted">
        {asked.host
          ? rich('agents:itsPage', { host: asked.host, returnsTo })
          : rich('agents:anyName', { returnsTo })}
      </p>
      <WorkspaceChoice asked={asked} workspaceId={workspaceId} onChange={setWorkspaceId} />
      <ScopeChoice scopes={scopes} scope={scope} onChange={setChosen} />
      <Alert problem={problem} />
      <button
        type="submit"
        className="mq-button mq-button--primary mq-button--wide"
        disabled={busy || scope === undefined}
      >
        {t('agents:allow')}
      </button>
      <button
        type="button"
        className="mq-button mq-button--wide"
        disabled={busy}
        onClick={() => void decide(false)}
      >
        {t('agents:dontAllow')}
      </button>
    </Form>
  );
}

export function Connect() {
  const { t } = useWords();
  const request = useSearchParams().get('request') ?? '';
  const at = useAdminRoute();
  const back = `${at('/connect')}?request=${encodeURIComponent(request)}`;
  const { asked, problem } = useAsked(request, `${at('/login')}?redirect=${encodeURIComponent(back)}`);
  return (
    <main className="mq-welcome">
      <Logo />
      <h1>{asked ? t('agents:wantsToConnect', { agent: asked.agent }) : t('agents:connectOne')}</h1>
      <Alert problem={problem} />
      {asked && <Account person={asked.person} back={back} />}
      {asked && asked.workspaces.length === 0 && <Alert problem={t('agents:noWorkspace')} />}
      {asked && asked.workspaces.length > 0 && <Question request={request} asked={asked} />}
    </main>
  );
}
