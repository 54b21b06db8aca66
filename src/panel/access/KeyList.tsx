'use client';
// Connected agents or keys: what each may do and has done, and how to take its access away.
import { Link, toast } from '@payloadcms/ui';
import type { Key as KeySchema } from '../../core/access/schemas.ts';
import { call } from '../client/operations.ts';
import { reviewPath, useAdminRoute, useHasAgents } from '../shell/routes.ts';
import { Ask } from '../ui/Ask.tsx';
import { ago, counted, moment, when } from '../ui/format.ts';
import { scopeLabels } from './access-words.ts';
import './keys.css';

type Key = (typeof KeySchema)['_output'];

const isOver = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function KeyFacts({ entry, over }: { entry: Key; over: boolean }) {
  const route = useAdminRoute();
  const hasReview = useHasAgents();
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
          {waiting > 0 && hasReview ? (
            <Link href={`${route(reviewPath)}?by=${id}`} prefetch={false}>
              {counted(waiting, 'proposal')}
            </Link>
          ) : (
            (waiting > 0 && counted(waiting, 'proposal')) || 'Nothing'
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

function KeyRow({ entry, onGone }: { entry: Key; onGone: () => void }) {
  const { id, name, scope, connected } = entry;
  const over = isOver(entry);
  return (
    <li className="mq-panel mq-agent" data-agent={id}>
      <div className="mq-agent__head">
        <h3>{name}</h3>
        <span className="mq-badge mq-badge--note">{scopeLabels[scope]}</span>
        {over && <span className="mq-badge mq-badge--expired">Expired</span>}
      </div>
      <KeyFacts entry={entry} over={over} />
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

export function KeyList({ title, keys, none, onGone }: ListProps) {
  return (
    <section className="mq-section" aria-label={title}>
      <h2>{title}</h2>
      {keys.length === 0 ? (
        <p className="mq-quiet">{none}</p>
      ) : (
        <ul className="mq-agents">
          {keys.map((entry) => (
            <KeyRow key={entry.id} entry={entry} onGone={onGone} />
          ))}
        </ul>
      )}
    </section>
  );
}
