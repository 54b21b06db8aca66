'use client';
// The OAuth consent page: which agent wants to connect, to which workspace, with which scope. Nothing is granted without a click.
import { useConfig } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useEffect, useState } from 'react';
import { CallFailed, wordsOf } from '../client/api.ts';
import { call, type DataFor } from '../client/operations.ts';
import { Logo } from '../shell/Brand.tsx';
import { Alert } from '../ui/Alert.tsx';
import { useLeaving } from '../client/useLeaving.ts';
import { Form } from '../ui/form/Form.tsx';
import '../shell/entrance.css';

type Asked = DataFor<'get_consent'>;
type Scope = Asked['scope'];

const scopeWords: Record<Scope, { title: string; hint: string }> = {
  read: { title: 'Read', hint: 'Search, view and download. It can’t change anything.' },
  propose: { title: 'Propose', hint: 'Also add and suggest. A person reviews everything.' },
  write: { title: 'Write', hint: 'Also edit, approve, delete and publish, where you can.' },
};

/** Loads the consent request. Anyone who isn't signed in is sent to sign in first, then back here. */
function useAsked(request: string, loginUrl: string): { asked: Asked | null; problem: string | null } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    call('get_consent', { id: request }, { signal: controller.signal })
      .then(({ data }) => {
        setAsked(data);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof CallFailed && error.status === 401) window.location.assign(loginUrl);
        else setProblem(wordsOf(error));
      });
    return () => {
      controller.abort();
    };
  }, [request, loginUrl]);
  return { asked, problem };
}

interface WorkspaceChoiceProps {
  asked: Asked;
  workspaceId: string;
  onChange: (id: string) => void;
}

function WorkspaceChoice({ asked, workspaceId, onChange }: WorkspaceChoiceProps) {
  return (
    <div className="mq-field">
      <label htmlFor="connect-workspace">Workspace</label>
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
  return (
    <fieldset className="mq-fieldset">
      <legend>Access</legend>
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
            <strong>{scopeWords[one].title}</strong> <span className="mq-hint">{scopeWords[one].hint}</span>
          </label>
        </p>
      ))}
    </fieldset>
  );
}

function Question({ request, asked }: { request: string; asked: Asked }) {
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

  return (
    <Form onSubmit={() => void decide(true)}>
      <p className="mq-muted">
        {asked.host
          ? `Its page is at ${asked.host}. `
          : 'Any agent can use this name. Only allow it if you just connected it yourself. '}
        You’ll be sent back to <strong>{asked.returnsTo}</strong>.
      </p>
      <WorkspaceChoice asked={asked} workspaceId={workspaceId} onChange={setWorkspaceId} />
      <ScopeChoice scopes={scopes} scope={scope} onChange={setChosen} />
      <Alert problem={problem} />
      <button
        type="submit"
        className="mq-button mq-button--primary mq-button--wide"
        disabled={busy || scope === undefined}
      >
        Allow
      </button>
      <button
        type="button"
        className="mq-button mq-button--wide"
        disabled={busy}
        onClick={() => void decide(false)}
      >
        Don’t allow
      </button>
    </Form>
  );
}

export function Connect() {
  const request = useSearchParams().get('request') ?? '';
  const { config } = useConfig();
  const at = (path: `/${string}`): string => formatAdminURL({ adminRoute: config.routes.admin, path });
  const back = `${at('/connect')}?request=${encodeURIComponent(request)}`;
  const { asked, problem } = useAsked(request, `${at('/login')}?redirect=${encodeURIComponent(back)}`);
  return (
    <main className="mq-welcome">
      <Logo />
      <h1>{asked ? `${asked.agent} wants to connect` : 'Connect an agent'}</h1>
      <Alert problem={problem} />
      {asked && asked.workspaces.length === 0 && (
        <Alert problem="You don’t have a workspace to connect an agent to." />
      )}
      {asked && asked.workspaces.length > 0 && <Question request={request} asked={asked} />}
    </main>
  );
}
