'use client';
// Where a person decides on an agent that wants in: which one, in which workspace, with which scope. Nothing happens without a press.
import { useConfig } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useEffect, useState } from 'react';
import { call, CallFailed, wordsOf } from '../client/api.ts';
import { Logo } from '../shell/Brand.tsx';

type Scope = 'read' | 'propose' | 'write';

interface Asked {
  agent: string;
  host: string | null;
  returnsTo: string;
  scope: Scope;
  workspaces: { id: string; name: string; organization: string; scopes: Scope[] }[];
  nonce: string;
}

const scopeWords: Record<Scope, { title: string; hint: string }> = {
  read: { title: 'Read', hint: 'Search, look and download. It changes nothing.' },
  propose: { title: 'Propose', hint: 'Also add and suggest. All of it waits for a person.' },
  write: { title: 'Write', hint: 'Also edit, approve, delete and publish, as far as you may.' },
};

/** Asks what the agent wants; somebody who is not signed in goes to do that first, and comes back. */
function useAsked(request: string, loginUrl: string): { asked: Asked | null; problem: string | null } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    call<{ data: Asked }>('GET', `/api/v1/oauth/requests/${encodeURIComponent(request)}`, {
      signal: left.signal,
    })
      .then(({ data }) => {
        setAsked(data);
      })
      .catch((error: unknown) => {
        if (left.signal.aborted) return;
        if (error instanceof CallFailed && error.status === 401) window.location.assign(loginUrl);
        else setProblem(wordsOf(error));
      });
    return () => {
      left.abort();
    };
  }, [request, loginUrl]);
  return { asked, problem };
}

function Question({ request, asked }: { request: string; asked: Asked }) {
  const [workspaceId, setWorkspaceId] = useState(asked.workspaces[0]?.id ?? '');
  const [chosen, setChosen] = useState<Scope>(asked.scope);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const scopes = asked.workspaces.find(({ id }) => id === workspaceId)?.scopes ?? [];
  const scope = scopes.includes(chosen) ? chosen : scopes.at(-1);

  const decide = async (allow: boolean): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call<{ data: { redirect: string } }>(
        'POST',
        `/api/v1/oauth/requests/${encodeURIComponent(request)}`,
        { body: { nonce: asked.nonce, allow, ...(allow ? { workspace: workspaceId, scope } : {}) } },
      );
      window.location.assign(data.redirect);
    } catch (error) {
      setBusy(false);
      setProblem(wordsOf(error));
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void decide(true);
      }}
    >
      <p className="mq-muted">
        {asked.host
          ? `Its own page is at ${asked.host}. `
          : 'Anybody can give an agent this name: allow it only if you have just connected it yourself. '}
        You will be sent back to <strong>{asked.returnsTo}</strong>.
      </p>
      <div className="mq-field">
        <label htmlFor="connect-workspace">Where it may act</label>
        <select
          id="connect-workspace"
          className="mq-input"
          value={workspaceId}
          onChange={(event) => {
            setWorkspaceId(event.target.value);
          }}
        >
          {asked.workspaces.map(({ id, name, organization }) => (
            <option key={id} value={id}>
              {organization} · {name}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="mq-fieldset">
        <legend>What it may do</legend>
        {scopes.map((one) => (
          <p key={one}>
            <label>
              <input
                type="radio"
                name="scope"
                value={one}
                checked={one === scope}
                onChange={() => {
                  setChosen(one);
                }}
              />{' '}
              <strong>{scopeWords[one].title}</strong> <span className="mq-hint">{scopeWords[one].hint}</span>
            </label>
          </p>
        ))}
      </fieldset>
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
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
        onClick={() => {
          void decide(false);
        }}
      >
        Don’t allow
      </button>
    </form>
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
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      {asked && asked.workspaces.length === 0 && (
        <p role="alert" className="mq-alert">
          You have no workspace to let an agent into.
        </p>
      )}
      {asked && asked.workspaces.length > 0 && <Question request={request} asked={asked} />}
    </main>
  );
}
