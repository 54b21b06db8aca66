'use client';
// The webhooks of the workspace, and for admins of the organization those of the organization.
import { useState } from 'react';
import type { Webhook, WebhookContext } from '../../webhooks/schemas.ts';
import { changesTo, useLive } from '../client/live.ts';
import { useMe, type Who } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';
import { isAdmin, SettingsFrame } from '../settings/SettingsFrame.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import { useWords } from '../words/useWords.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { hostOf, type Secret } from './webhook-words.ts';
import './webhooks.css';

const shown = changesTo('webhook');

interface ListProps {
  context: WebhookContext;
  title: string;
  onSecret: (secret: Secret) => void;
}

function WebhookList({ context, title, onSecret }: ListProps) {
  const { t } = useWords();
  const { data, problem, again } = useOperation('list_webhooks', { context });
  useLive(shown, again);
  return (
    <section className="mq-section" aria-label={title}>
      <h2>{title}</h2>
      <Alert problem={problem} />
      {data?.length === 0 && <p className="mq-quiet">{t('webhooks:none')}</p>}
      <ul className="mq-webhooks">
        {data?.map((webhook: Webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onChanged={again} onSecret={onSecret} />
        ))}
      </ul>
    </section>
  );
}

/** Where a person can have webhooks. */
const contextsOf = ({ scope, organizationScope }: Who): WebhookContext[] => [
  ...(scope === 'admin' ? (['workspace'] as const) : []),
  ...(organizationScope === 'admin' ? (['organization'] as const) : []),
];

function WebhookLists({ me }: { me: Who }) {
  const { t } = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  const contexts = contextsOf(me);
  const titles: Record<WebhookContext, string> = {
    workspace: t('webhooks:ofWorkspace', { name: me.workspace?.name ?? '' }),
    organization: t('webhooks:ofOrganization'),
  };
  return (
    <>
      <p className="mq-hint mq-webhooks__intro">{t('webhooks:intro')}</p>
      {secret && (
        <ShownOnce
          title={t('webhooks:secretReady', { host: hostOf(secret.url) })}
          words={t('webhooks:copyNow')}
          secret={secret.secret}
          copy={t('webhooks:copySecret')}
          onClose={() => setSecret(null)}
        />
      )}
      {isAdding ? (
        <WebhookForm
          contexts={contexts}
          onMade={(made) => {
            setSecret(made);
            setIsAdding(false);
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <p className="mq-row">
          <button type="button" className="mq-button mq-button--primary" onClick={() => setIsAdding(true)}>
            {t('webhooks:add')}
          </button>
        </p>
      )}
      {contexts.map((context) => (
        <WebhookList key={context} context={context} title={titles[context]} onSecret={setSecret} />
      ))}
    </>
  );
}

export function Webhooks() {
  const { t } = useWords();
  const me = useMe();
  return (
    <SettingsFrame title={t('webhooks:title')}>
      {me?.workspace &&
        (isAdmin(me) ? <WebhookLists me={me} /> : <p className="mq-quiet">{t('settings:adminsOnly')}</p>)}
    </SettingsFrame>
  );
}
