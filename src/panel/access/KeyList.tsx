'use client';
// Connected agents or keys: what each may do and has done, and how to take its access away.
import { Link, toast } from '@payloadcms/ui';
import type { Key as KeySchema } from '../../core/access/schemas.ts';
import { call } from '../client/operations.ts';
import { reviewPath, useAdminRoute, useHasAgents } from '../shell/routes.ts';
import { Ask } from '../ui/Ask.tsx';
import { scopeKeys } from './access-words.ts';
import { useWords } from '../words/useWords.ts';
import './keys.css';

type Key = (typeof KeySchema)['_output'];

const isOver = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function Prefix({ prefix }: Pick<Key, 'prefix'>) {
  const { t } = useWords();
  return (
    <div>
      <dt>{t('access:prefix')}</dt>
      <dd>
        <code>{prefix}</code>
      </dd>
    </div>
  );
}

function KeyFacts({ entry, over }: { entry: Key; over: boolean }) {
  const { t, ago, moment, when } = useWords();
  const route = useAdminRoute();
  const hasReview = useHasAgents();
  const { id, owner, connected, lastUsedAt, calls, waiting, expiresAt, createdAt, prefix } = entry;
  return (
    <dl className="mq-facts">
      <div>
        <dt>{t('access:actsFor')}</dt>
        <dd>{owner?.name ?? t('access:theWorkspace')}</dd>
      </div>
      <div>
        <dt>{t('access:lastUsed')}</dt>
        <dd>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={moment(lastUsedAt)}>
              {ago(lastUsedAt)}
            </time>
          ) : (
            t('access:never')
          )}
          {calls > 0 && <span className="mq-muted"> · {t('access:calls', { count: calls })}</span>}
        </dd>
      </div>
      <div>
        <dt>{t('access:waiting')}</dt>
        <dd>
          {waiting > 0 && hasReview ? (
            <Link href={`${route(reviewPath)}?by=${id}`} prefetch={false}>
              {t('access:proposals', { count: waiting })}
            </Link>
          ) : (
            (waiting > 0 && t('access:proposals', { count: waiting })) || t('ui:nothing')
          )}
        </dd>
      </div>
      <div>
        <dt>{t(connected ? 'access:connected' : 'access:created')}</dt>
        <dd>
          {when(createdAt)}
          {expiresAt && (
            <span className="mq-muted">
              {' · '}
              {t(over ? 'access:expiredOn' : connected ? 'access:expiresIfUnused' : 'access:expiresOn', {
                date: when(expiresAt),
              })}
            </span>
          )}
        </dd>
      </div>
      {!connected && <Prefix prefix={prefix} />}
    </dl>
  );
}

/** What it can use now, and what it was granted if a setting holds it to less. */
function KeyScope({ entry: { scope, effectiveScope } }: { entry: Key }) {
  const { t } = useWords();
  return (
    <>
      <span className="mq-badge mq-badge--note">{t(scopeKeys[effectiveScope])}</span>
      {effectiveScope !== scope && (
        <span className="mq-muted">
          {t('access:heldBySetting', { granted: t(scopeKeys[scope]), held: t(scopeKeys[effectiveScope]) })}
        </span>
      )}
    </>
  );
}

function KeyRow({ entry, onGone }: { entry: Key; onGone: () => void }) {
  const { t } = useWords();
  const { id, name, connected } = entry;
  const over = isOver(entry);
  return (
    <li className="mq-panel mq-agent" data-agent={id}>
      <div className="mq-agent__head">
        <h3>{name}</h3>
        <KeyScope entry={entry} />
        {over && <span className="mq-badge mq-badge--expired">{t('access:expired')}</span>}
      </div>
      <KeyFacts entry={entry} over={over} />
      <Ask
        label={connected ? t('access:disconnect') : t('access:revokeKey')}
        words={connected ? t('access:disconnectHint') : t('access:revokeKeyHint')}
        confirm={t(connected ? 'access:disconnectOne' : 'access:revokeOne', { name })}
        onConfirm={async () => {
          await call('delete_key', { id });
          toast.success(connected ? t('access:disconnectedOne', { name }) : t('access:revokedOne', { name }));
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
