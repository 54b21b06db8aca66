'use client';
// The workspace's connected agents and keys: how to connect one, what each has proposed, and how to revoke it.
import { CopyToClipboard, Gutter, Link, SetStepNav, toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Key as KeySchema } from '../../core/access/schemas.ts';
import { scopeLabels } from '../access/access-words.ts';
import { send } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { ago, counted, moment, when } from '../ui/format.ts';
import { KeyMaker } from '../access/KeyMaker.tsx';
import { useMe } from '../client/me.tsx';
import { reviewPath, useAdminRoute } from '../shell/routes.ts';
import { changesTo, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';

type Key = (typeof KeySchema)['_output'];

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
        {address && <CopyToClipboard value={address} defaultMessage="Copy address" />}
      </p>
      {address && <HowTo address={address} />}
    </section>
  );
}

const isOver = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function AgentFacts({ entry, over }: { entry: Key; over: boolean }) {
  const route = useAdminRoute();
  const { id, owner, connected, lastUsedAt, calls, waiting, expiresAt, createdAt, prefix } = entry;
  return (
    <dl className="mq-facts">
      <div>
        <dt>Acts for</dt>
        <dd>{owner?.name ?? 'The workspace'}</dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={moment(lastUsedAt)}>
              {ago(lastUsedAt)}
            </time>
          ) : (
            'Never'
          )}
          {calls > 0 && <span className="mq-muted"> · {counted(calls, 'call')}</span>}
        </dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>
          {waiting > 0 ? (
            <Link href={`${route(reviewPath)}?by=${id}`} prefetch={false}>
              {counted(waiting, 'proposal')}
            </Link>
          ) : (
            'Nothing'
          )}
        </dd>
      </div>
      <div>
        <dt>{connected ? 'Connected' : 'Created'}</dt>
        <dd>
          {when(createdAt)}
          {expiresAt && (
            <span className="mq-muted">
              {over ? ' · expired ' : connected ? ' · expires if unused by ' : ' · expires '}
              {when(expiresAt)}
            </span>
          )}
        </dd>
      </div>
      {!connected && (
        <div>
          <dt>Prefix</dt>
          <dd>
            <code>{prefix}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Agent({ entry, onGone }: { entry: Key; onGone: () => void }) {
  const { id, name, scope, connected } = entry;
  const over = isOver(entry);
  return (
    <li className="mq-panel mq-agent" data-agent={id}>
      <div className="mq-agent__head">
        <h3>{name}</h3>
        <span className="mq-badge mq-badge--note">{scopeLabels[scope]}</span>
        {over && <span className="mq-badge mq-badge--expired">Expired</span>}
      </div>
      <AgentFacts entry={entry} over={over} />
      <Ask
        label={connected ? 'Disconnect' : 'Revoke'}
        words={connected ? 'It loses access immediately.' : 'It stops working immediately.'}
        confirm={`${connected ? 'Disconnect' : 'Revoke'} “${name}”`}
        onConfirm={async () => {
          await call('delete_key', { id });
          toast.success(connected ? `${name} disconnected` : `${name} revoked`);
          onGone();
        }}
      />
    </li>
  );
}

interface ListProps {
  title: string;
  keys: readonly Key[];
  none: string;
  onGone: () => void;
}

function AgentList({ title, keys, none, onGone }: ListProps) {
  return (
    <section className="mq-section" aria-label={title}>
      <h2>{title}</h2>
      {keys.length === 0 ? (
        <p className="mq-quiet">{none}</p>
      ) : (
        <ul className="mq-agents">
          {keys.map((entry) => (
            <Agent key={entry.id} entry={entry} onGone={onGone} />
          ))}
        </ul>
      )}
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
            <AgentList
              title="Connected agents"
              keys={keys.filter(({ connected }) => connected)}
              none={`${seesAll ? 'No agents are connected.' : 'None of your agents are connected.'} Paste the address into a chat app to connect one.`}
              onGone={again}
            />
            <AgentList
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
