'use client';
// What was sent to a webhook, with every attempt: what was said, and what came back.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Delivery } from '../../webhooks/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { Ago } from '../ui/Ago.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/StateBadge.tsx';
import { useWords } from '../words/useWords.ts';
import { deliveryStates } from './webhook-words.ts';

/** How often to look for what came of those that are on their way, and for new ones. */
const lookMs = 2_000;
const quietMs = 10_000;
/** A retry that is further away isn't watched. */
const soonMs = 60_000;

const isSoon = ({ nextAttemptAt }: Delivery): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + soonMs;

type Attempt = Delivery['attempts'][number];

function AttemptLine({ attempt }: { attempt: Attempt }) {
  const { t, said, moment } = useWords();
  const { at, durationMs: ms, status, error, answer } = attempt;
  return (
    <li>
      <time dateTime={at}>{moment(at)}</time>
      {' · '}
      {status === null
        ? t('webhooks:notAnswered', { ms: String(ms) })
        : t('webhooks:answered', { status: String(status), ms: String(ms) })}
      {error && <p className="mq-problem">{said(error)}</p>}
      {answer && (
        // Scrolls, so the keyboard has to get there.
        <pre tabIndex={0} aria-label={t('webhooks:response')}>
          {answer}
        </pre>
      )}
    </li>
  );
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Every attempt, and what was sent. */
function Attempts({ delivery: { attempts, body } }: { delivery: Delivery }) {
  const { t } = useWords();
  return (
    <details>
      <summary>{t('webhooks:attempts', { count: attempts.length })}</summary>
      <ol>
        {attempts.map((attempt) => (
          <AttemptLine key={attempt.at} attempt={attempt} />
        ))}
      </ol>
      {body !== null && (
        <>
          <h4>{t('webhooks:sent')}</h4>
          <pre tabIndex={0} aria-label={t('webhooks:sent')}>
            {readable(body)}
          </pre>
        </>
      )}
    </details>
  );
}

interface LineProps {
  webhook: string;
  delivery: Delivery;
  onAgain: () => void;
}

function DeliveryLine({ webhook, delivery, onAgain }: LineProps) {
  const { t, moment } = useWords();
  const { id, type, state, occurredAt, nextAttemptAt, attempts } = delivery;
  const again = async (): Promise<void> => {
    try {
      await call('send_webhook_delivery', { id: webhook, delivery: id });
      toast.success(t('webhooks:isSentAgain'));
      onAgain();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <li className="mq-delivery" data-delivery={id}>
      <p className="mq-row">
        <Badge {...deliveryStates[state]} />
        <code>{type}</code>
        <Ago of={occurredAt} className="mq-muted" />
        {state !== 'pending' && type !== 'webhook.test' && (
          <button type="button" className="mq-link" onClick={() => void again()}>
            {t('webhooks:again')}
          </button>
        )}
      </p>
      {nextAttemptAt !== null && attempts.length > 0 && (
        <p className="mq-muted">{t('webhooks:nextAttempt', { date: moment(nextAttemptAt) })}</p>
      )}
      <Attempts delivery={delivery} />
    </li>
  );
}

/** Earlier deliveries than the first page, which is reloaded. */
function useEarlier(webhook: string, next: string | null | undefined) {
  const [earlier, setEarlier] = useState<{ data: Delivery[]; next: string | null } | null>(null);
  const cursor = earlier ? earlier.next : (next ?? null);
  const more = async (): Promise<void> => {
    if (cursor === null) return;
    try {
      const page = await call('list_webhook_deliveries', { id: webhook, cursor });
      setEarlier((now) => ({ data: [...(now?.data ?? []), ...page.data], next: page.next }));
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return { earlier: earlier?.data ?? [], more: cursor === null ? null : more };
}

/** Looks again and again while the tab is visible, and at once when a test event was sent. */
function useFollowing(again: () => void, isWaiting: boolean, tests: number): void {
  useEffect(() => {
    if (tests > 0) again();
  }, [tests, again]);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) again();
    };
    const timer = window.setInterval(look, isWaiting ? lookMs : quietMs);
    return () => window.clearInterval(timer);
  }, [isWaiting, again]);
}

interface Props {
  webhook: string;
  /** How many test events were sent from here. */
  tests: number;
}

export function Deliveries({ webhook, tests }: Props) {
  const { t } = useWords();
  const { answer, data, problem, again } = useOperation('list_webhook_deliveries', { id: webhook });
  const { earlier, more } = useEarlier(webhook, answer?.next);
  useFollowing(again, data?.some(isSoon) ?? false, tests);
  const newest = new Set(data?.map(({ id }) => id));
  const listed = [...(data ?? []), ...earlier.filter(({ id }) => !newest.has(id))];
  return (
    <>
      <Alert problem={problem} />
      {data?.length === 0 && <p className="mq-quiet">{t('webhooks:noDeliveries')}</p>}
      <ul className="mq-deliveries">
        {listed.map((delivery) => (
          <DeliveryLine key={delivery.id} webhook={webhook} delivery={delivery} onAgain={again} />
        ))}
      </ul>
      {more && (
        <button type="button" className="mq-link" onClick={() => void more()}>
          {t('ui:showEarlier')}
        </button>
      )}
    </>
  );
}
