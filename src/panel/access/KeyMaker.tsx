'use client';
// Creates a key for an agent or script, above the list of keys. The secret is shown only once.
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import { call, urlOf } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { useMe, usePolicy, type Who } from '../client/me.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import { useSaving } from '../client/useSaving.ts';
import { Form } from '../ui/form/Form.tsx';
import { scopeKeys } from './access-words.ts';
import { useWords } from '../words/useWords.ts';
import type { PlainKey } from '../../words/keys.ts';

const scopeOptions: Record<Scope, PlainKey> = { ...scopeKeys, propose: 'access:optionPropose' };

interface Made {
  name: string;
  secret: string;
}

interface Draft {
  name: string;
  scope: Scope | null;
}

const empty: Draft = { name: '', scope: null };

interface FormProps {
  me: Who;
  scopes: readonly Scope[];
  /** Preselected. */
  usual: Scope;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onMade: (made: Made) => void;
  onCancel: () => void;
}

function KeyForm({ me, scopes, usual, draft, onChange, onMade, onCancel }: FormProps) {
  const { t } = useWords();
  const { name } = draft;
  const scope = draft.scope ?? usual;
  const { busy, problem, save } = useSaving();
  const admin = me.scope === 'admin';
  const make = async (): Promise<void> => {
    // Admins create keys of the workspace; anyone else creates a key that acts as themselves.
    const { data } = await call('create_key', { body: { name: name.trim(), scope, own: !admin } });
    onMade({ name: data.name, secret: data.secret });
  };
  return (
    <Form className="mq-panel" aria-label={t('access:createKey')} onSubmit={() => void save(make)}>
      <div className="mq-pair">
        <TextPart
          id="mq-key-name"
          label={t('ui:name')}
          value={name}
          onChange={(typed) => onChange({ ...draft, name: typed })}
          maxLength={200}
          placeholder={t('access:keyUse')}
        />
        <ChoicePart
          id="mq-key-scope"
          label={t('access:scope')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(scopeOptions[value]) }))}
          onChange={(value) => onChange({ ...draft, scope: value as Scope })}
        />
      </div>
      {!admin && <p className="mq-hint">{t('access:keyHint')}</p>}
      <Alert problem={problem} />
      <FormFoot
        action={t('access:createKeyAction')}
        disabled={busy || name.trim() === ''}
        onCancel={onCancel}
      />
    </Form>
  );
}

interface Props {
  /** Called after a key was created. */
  onMade?: () => void;
}

export function KeyMaker({ onMade }: Props) {
  const { t, rich } = useWords();
  const me = useMe();
  const policy = usePolicy();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(empty);
  const [made, setMade] = useState<Made | null>(null);
  if (!me?.workspace || !policy?.keys.usual) return null;

  if (made)
    return (
      <ShownOnce
        title={t('access:keyReady', { name: made.name })}
        words={t('access:copyKeyNow')}
        secret={made.secret}
        copy={t('access:copyKey')}
        onClose={() => setMade(null)}
      >
        {rich('access:sendAs', {
          code: (header) => <code>{header}</code>,
          link: (name) => <a href={urlOf('get_openapi', {})}>{name}</a>,
        })}
      </ShownOnce>
    );
  if (open)
    return (
      <KeyForm
        me={me}
        scopes={policy.keys.scopes}
        usual={policy.keys.usual}
        draft={draft}
        onChange={setDraft}
        onMade={(next) => {
          setMade(next);
          setOpen(false);
          setDraft(empty);
          router.refresh();
          onMade?.();
        }}
        onCancel={() => setOpen(false)}
      />
    );
  return (
    <p className="mq-row mq-keys">
      <button type="button" className="mq-button mq-button--primary" onClick={() => setOpen(true)}>
        {t('access:createKey')}
      </button>
      <span className="mq-muted">{t('access:keysIntro', { workspace: me.workspace.name })}</span>
    </p>
  );
}
