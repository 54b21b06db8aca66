'use client';
// The workspace's connected agents and keys: how to connect one, what each has proposed, and how to revoke it.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { send } from '../client/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { KeyList } from '../access/KeyList.tsx';
import { KeyMaker } from '../access/KeyMaker.tsx';
import { useMe } from '../client/me.tsx';
import { changesTo, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import './agents.css';

/** The MCP address as this server reports it: agents compare it with the address they were given (RFC 9728). */
function useAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    send<{ resource: string }>('GET', '/.well-known/oauth-protected-resource/api/v1/mcp', {
      signal: controller.signal,
    }).then(
      ({ resource }) => {
        setAddress(resource);
      },
      () => undefined,
    );
    return () => {
      controller.abort();
    };
  }, []);
  return address;
}

function HowTo({ address }: { address: string }) {
  const config = JSON.stringify(
    { mcpServers: { marque: { type: 'http', url: address, headers: { Authorization: 'Bearer mq_…' } } } },
    null,
    2,
  );
  return (
    <div className="mq-howto">
      <details>
        <summary>A chat app</summary>
        <ol>
          <li>Find where to add a connector or MCP server, and paste the address.</li>
          <li>It opens a page here. Sign in, then choose the workspace and what the agent may do.</li>
          <li>With “Propose”, it can view and suggest. Its suggestions wait under Review.</li>
        </ol>
      </details>
      <details>
        <summary>A program with a key</summary>
        <ol>
          <li>Create a key below. It’s shown only once.</li>
          <li>Give the program the address and the key. Most programs take a configuration like this:</li>
        </ol>
        <pre tabIndex={0} aria-label="Configuration">
          {config}
        </pre>
      </details>
    </div>
  );
}

function Address() {
  const address = useAddress();
  return (
    <section className="mq-panel" aria-labelledby="mq-address">
      <h2 id="mq-address">Connect an agent</h2>
      <p className="mq-muted">Agents use Marque’s tools at this address, with the access you give them.</p>
      <p className="mq-secret">
        <code>{address ?? '…'}</code>
        {address && <CopyButton value={address} label="Copy address" />}
      </p>
      {address && <HowTo address={address} />}
    </section>
  );
}

/** What is waiting changes with the proposals on these. */
const shown = changesTo('key', 'asset', 'brand');

export function Agents() {
  const me = useMe();
  const { data: keys, problem, again } = useOperation('list_keys', me?.workspace ? {} : null);
  useLive(shown, again);
  const seesAll = me?.scope === 'admin';
  return (
    <main>
      <SetStepNav nav={[{ label: 'Agents' }]} />
      <Gutter className="mq-agentspage">
        <h1>Agents{me?.workspace ? ` in ${me.workspace.name}` : ''}</h1>
        <Address />
        <Alert problem={problem} />
        {keys && (
          <>
            <KeyList
              title="Connected agents"
              keys={keys.filter(({ connected }) => connected)}
              none={`${seesAll ? 'No agents are connected.' : 'None of your agents are connected.'} Paste the address into a chat app to connect one.`}
              onGone={again}
            />
            <KeyList
              title="Keys"
              keys={keys.filter(({ connected }) => !connected)}
              none={`${seesAll ? 'No keys yet.' : 'You don’t have any keys yet.'} Programs and scripts use a key to connect.`}
              onGone={again}
            />
            <KeyMaker onMade={again} />
          </>
        )}
      </Gutter>
    </main>
  );
}
