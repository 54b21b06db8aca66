'use client';
// One webhook: what it gets, what can be done to it, and its deliveries.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Webhook } from '../../webhooks/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Ask } from '../ui/Ask.tsx';
import { useWords } from '../words/useWords.ts';
import { Deliveries } from './Deliveries.tsx';
import { EditWebhook } from './WebhookForm.tsx';
import { hostOf, stateOf, type Secret } from './webhook-words.ts';

interface Props {
  webhook: Webhook;
  onChanged: () => void;
  onSecret: (secret: Secret) => void;
}

function Facts({ webhook }: Pick<Props, 'webhook'>) {
  const { t, moment, when } = useWords();
  const { types, format, ordered, owner, createdAt, previousSecretUntil } = webhook;
  const how = [
    t(format === 'full' ? 'webhooks:full' : 'webhooks:thin'),
    ...(ordered ? [t('webhooks:ordered')] : []),
  ];
  const facts: [string, string][] = [
    [t('webhooks:types'), types.includes('*') ? t('webhooks:allEvents') : types.join(', ')],
    [t('webhooks:contents'), how.join(' · ')],
    [t('webhooks:owner'), owner.name],
    [t('webhooks:created'), when(createdAt)],
    ...(previousSecretUntil === null
      ? []
      : [
          [t('webhooks:overlap'), t('webhooks:overlapUntil', { date: moment(previousSecretUntil) })] as [
            string,
            string,
          ],
        ]),
  ];
  return (
    <dl className="mq-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Does one thing at a time, and says what went wrong. */
function useActing(onChanged: () => void) {
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      onChanged();
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}

/** What can't be taken back. */
function Final({ webhook: { id, url }, onChanged, onSecret }: Props) {
  const { t } = useWords();
  const host = hostOf(url);
  return (
    <>
      <Ask
        label={t('webhooks:rotate')}
        words={t('webhooks:rotateHint')}
        confirm={t('webhooks:rotateOne', { host })}
        onConfirm={async () => {
          const { data } = await call('reset_webhook_secret', { id });
          onSecret(data);
          onChanged();
        }}
      />
      <Ask
        label={t('webhooks:delete')}
        words={t('webhooks:deleteHint')}
        confirm={t('webhooks:deleteOne', { host })}
        onConfirm={async () => {
          await call('delete_webhook', { id });
          toast.success(t('webhooks:deleted'));
          onChanged();
        }}
      />
    </>
  );
}

interface ActionsProps extends Props {
  onEdit: () => void;
  onTested: () => void;
}

function Actions({ onEdit, onTested, ...props }: ActionsProps) {
  const { t } = useWords();
  const { id, enabled } = props.webhook;
  const { busy, act } = useActing(props.onChanged);
  const test = (): Promise<void> =>
    act(async () => {
      const { data } = await call('send_test_event', { id });
      if (data.state === 'delivered') toast.success(t('webhooks:testArrived'));
      else toast.error(t('webhooks:testFailed'));
      onTested();
    });
  const turn = (): Promise<void> =>
    act(async () => {
      await call('update_webhook', { id, body: { enabled: !enabled } });
      toast.success(t(enabled ? 'webhooks:isDisabled' : 'webhooks:isEnabled'));
    });
  return (
    <div className="mq-row">
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        onClick={() => void test()}
      >
        {t('webhooks:test')}
      </button>
      <button type="button" className="mq-button mq-button--small" onClick={onEdit}>
        {t('webhooks:edit')}
      </button>
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        onClick={() => void turn()}
      >
        {t(enabled ? 'webhooks:disable' : 'webhooks:enable')}
      </button>
      <Final {...props} />
    </div>
  );
}

export function WebhookRow({ webhook, onChanged, onSecret }: Props) {
  const { t } = useWords();
  const [isEditing, setIsEditing] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [tests, setTests] = useState(0);
  const { id, url, description, enabled } = webhook;
  return (
    <li className="mq-panel mq-webhook" data-webhook={id}>
      <div className="mq-webhook__head">
        <h3>{hostOf(url)}</h3>
        <span className={`mq-badge mq-badge--${enabled ? 'active' : 'rejected'}`}>{t(stateOf(webhook))}</span>
      </div>
      {description !== '' && <p>{description}</p>}
      {isEditing ? (
        <EditWebhook
          webhook={webhook}
          onSaved={() => {
            setIsEditing(false);
            onChanged();
          }}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <>
          <Facts webhook={webhook} />
          <Actions
            webhook={webhook}
            onChanged={onChanged}
            onSecret={onSecret}
            onEdit={() => setIsEditing(true)}
            onTested={() => {
              setIsOpen(true);
              setTests((sent) => sent + 1);
            }}
          />
        </>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{t('webhooks:deliveries')}</summary>
        {isOpen && <Deliveries webhook={id} tests={tests} />}
      </details>
    </li>
  );
}
