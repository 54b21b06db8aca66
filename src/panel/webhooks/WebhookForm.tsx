'use client';
// Adds a webhook, or changes one. A new one has a secret, which is shown once.
import { useState } from 'react';
import type { Webhook, WebhookContext } from '../../webhooks/schemas.ts';
import { call } from '../client/operations.ts';
import { useSaving, type Saving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { ChoicePart, TextPart, TickPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import { EventsPart } from './EventsPart.tsx';
import { hostOf, type Secret } from './webhook-words.ts';

const fields = ['url', 'types', 'description'];

interface Draft {
  url: string;
  types: string[];
  description: string;
  format: Webhook['format'];
  ordered: boolean;
}

const empty: Draft = { url: '', types: ['*'], description: '', format: 'full', ordered: false };

const draftOf = ({ url, types, description, format, ordered }: Webhook): Draft => ({
  url,
  types,
  description,
  format,
  ordered,
});

const bodyOf = (draft: Draft): Draft => ({ ...draft, url: draft.url.trim() });

interface InputsProps {
  id: string;
  draft: Draft;
  at: Saving['at'];
  onChange: (draft: Draft) => void;
}

function Inputs({ id, draft, at, onChange }: InputsProps) {
  const { t } = useWords();
  const enter = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <>
      <TextPart
        id={`${id}-url`}
        label={t('webhooks:url')}
        value={draft.url}
        maxLength={2000}
        placeholder="https://example.com"
        hint={t('webhooks:urlHint')}
        problem={at('url')}
        onChange={(url) => enter({ url })}
      />
      <EventsPart
        id={`${id}-types`}
        types={draft.types}
        problem={at('types')}
        onChange={(types) => enter({ types })}
      />
      <TextPart
        id={`${id}-description`}
        label={t('webhooks:description')}
        value={draft.description}
        maxLength={500}
        problem={at('description')}
        onChange={(description) => enter({ description })}
      />
      <ChoicePart
        id={`${id}-format`}
        label={t('webhooks:contents')}
        value={draft.format}
        options={[
          { value: 'full', label: t('webhooks:full') },
          { value: 'thin', label: t('webhooks:thin') },
        ]}
        onChange={(format) => enter({ format: format as Draft['format'] })}
      />
      <TickPart
        label={t('webhooks:ordered')}
        checked={draft.ordered}
        onChange={(ordered) => enter({ ordered })}
      />
    </>
  );
}

const isComplete = ({ url, types }: Draft): boolean => url.trim() !== '' && types.length > 0;

interface Props {
  /** Where it can be. */
  contexts: readonly WebhookContext[];
  onMade: (secret: Secret) => void;
  onCancel: () => void;
}

export function WebhookForm({ contexts, onMade, onCancel }: Props) {
  const { t } = useWords();
  const [draft, setDraft] = useState(empty);
  const [context, setContext] = useState<WebhookContext>(contexts[0] ?? 'workspace');
  const { busy, problem, at, save } = useSaving(fields);
  const make = async (): Promise<void> => {
    const { data } = await call('create_webhook', { context, body: bodyOf(draft) });
    onMade(data);
  };
  return (
    <Form className="mq-panel" aria-label={t('webhooks:add')} onSubmit={() => void save(make)}>
      {contexts.length > 1 && (
        <ChoicePart
          id="mq-webhook-place"
          label={t('webhooks:place')}
          value={context}
          options={[
            { value: 'workspace', label: t('webhooks:thisWorkspace') },
            { value: 'organization', label: t('webhooks:wholeOrganization') },
          ]}
          onChange={(value) => setContext(value as WebhookContext)}
        />
      )}
      <Inputs id="mq-webhook" draft={draft} at={at} onChange={setDraft} />
      <Alert problem={problem} />
      <FormFoot action={t('webhooks:addAction')} disabled={busy || !isComplete(draft)} onCancel={onCancel} />
    </Form>
  );
}

interface EditProps {
  webhook: Webhook;
  onSaved: () => void;
  onCancel: () => void;
}

export function EditWebhook({ webhook, onSaved, onCancel }: EditProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const { busy, problem, at, save } = useSaving(fields);
  const change = async (): Promise<void> => {
    await call('update_webhook', { id: webhook.id, body: bodyOf(draft) });
    onSaved();
  };
  return (
    <Form
      className="mq-webhook__form"
      aria-label={t('webhooks:editOne', { host: hostOf(webhook.url) })}
      onSubmit={() => void save(change)}
    >
      <Inputs id={`mq-webhook-${webhook.id}`} draft={draft} at={at} onChange={setDraft} />
      <Alert problem={problem} />
      <FormFoot action={t('ui:save')} disabled={busy || !isComplete(draft)} onCancel={onCancel} />
    </Form>
  );
}
