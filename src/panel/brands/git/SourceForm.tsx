'use client';
// Connects a brand to a Git repository, or changes the connection.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { SourceAnswer } from '../../../brands/git/source-schemas.ts';
import { useDraft } from '../../client/drafts/useDraft.ts';
import { call } from '../../client/operations.ts';
import { useSaving, type Saving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useWords } from '../../words/useWords.ts';

export type Source = NonNullable<SourceAnswer['source']>;

interface Props {
  brand: string;
  /** Null: not connected yet. */
  source: Source | null;
  onSaved: () => void;
}

/** The connection as typed. */
interface Draft {
  remote: string;
  branch: string;
  path: string;
  token: string;
}

interface PartsProps {
  draft: Draft;
  source: Source | null;
  saving: Saving;
  onChange: (part: Partial<Draft>) => void;
}

function SourceParts({ draft, source, saving, onChange }: PartsProps) {
  const { t } = useWords();
  return (
    <>
      <TextPart
        id="mq-source-remote"
        label={t('git:repository')}
        required
        value={draft.remote}
        placeholder="https://git.example.com/brand.git"
        maxLength={2000}
        problem={saving.at('remote')}
        onChange={(remote) => onChange({ remote })}
      />
      <div className="mq-pair">
        <TextPart
          id="mq-source-branch"
          label={t('git:branch')}
          required
          value={draft.branch}
          maxLength={200}
          problem={saving.at('branch')}
          onChange={(branch) => onChange({ branch })}
        />
        <TextPart
          id="mq-source-path"
          label={t('git:folder')}
          value={draft.path}
          placeholder={t('git:wholeRepository')}
          maxLength={300}
          problem={saving.at('path')}
          onChange={(path) => onChange({ path })}
        />
      </div>
      <TextPart
        id="mq-source-token"
        label={t('git:token')}
        type="secret"
        value={draft.token}
        maxLength={4000}
        hint={t(source ? 'git:storedTokenHint' : 'git:tokenHint')}
        problem={saving.at('token')}
        onChange={(token) => onChange({ token })}
      />
    </>
  );
}

export function SourceForm({ brand, source, onSaved }: Props) {
  const { t } = useWords();
  // The token is a secret, so the browser doesn't keep it.
  const [token, setToken] = useState('');
  const stored = {
    remote: source?.remote ?? '',
    branch: source?.branch ?? 'main',
    path: source?.path ?? '',
  };
  const kept = useDraft(`${brand}/source`, { value: stored, version: JSON.stringify(stored) });
  const draft: Draft = { ...(kept.value ?? stored), token };
  const change = ({ token: typed, ...part }: Partial<Draft>): void => {
    if (typed !== undefined) setToken(typed);
    else kept.change((before) => ({ ...before, ...part }));
  };
  const saving = useSaving(['remote', 'branch', 'path', 'token']);
  const save = async (): Promise<void> => {
    await call('set_brand_source', {
      slug: brand,
      body: {
        remote: draft.remote.trim(),
        branch: draft.branch.trim(),
        path: draft.path,
        ...(draft.token.trim() ? { token: draft.token.trim() } : {}),
      },
    });
    setToken('');
    kept.settle({ value: stored, version: '' }, kept.value ?? stored);
    toast.success(t(source ? 'git:saved' : 'git:connected'));
    onSaved();
  };
  return (
    <Form
      className="mq-form mq-panel"
      aria-label={t('git:repository')}
      autoComplete="off"
      onSubmit={() => void saving.save(save)}
    >
      <SourceParts draft={draft} source={source} saving={saving} onChange={change} />
      <Alert problem={saving.problem} />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary"
          disabled={saving.busy || draft.remote.trim() === ''}
        >
          {t(source ? 'ui:save' : 'git:connect')}
        </button>
      </div>
    </Form>
  );
}
