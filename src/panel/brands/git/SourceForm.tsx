'use client';
// Connects a brand to a Git repository, or changes the connection.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { SourceAnswer } from '../../../brands/git/source-schemas.ts';
import { call } from '../../client/operations.ts';
import { useSaving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { TextPart } from '../../ui/inputs.tsx';

export type Source = NonNullable<SourceAnswer['source']>;

interface Props {
  brand: string;
  /** Null: not connected yet. */
  source: Source | null;
  onSaved: () => void;
}

export function SourceForm({ brand, source, onSaved }: Props) {
  const [remote, setRemote] = useState(source?.remote ?? '');
  const [branch, setBranch] = useState(source?.branch ?? 'main');
  const [folder, setFolder] = useState(source?.path ?? '');
  const [token, setToken] = useState('');
  const saving = useSaving(['remote', 'branch', 'path', 'token']);
  const save = async (): Promise<void> => {
    await call('set_brand_source', {
      slug: brand,
      body: {
        remote: remote.trim(),
        branch: branch.trim(),
        path: folder,
        ...(token.trim() ? { token: token.trim() } : {}),
      },
    });
    setToken('');
    toast.success(source ? 'Saved.' : 'Connected. Nothing is fetched until you sync.');
    onSaved();
  };
  return (
    <form
      className="mq-form mq-panel"
      aria-label="Repository"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save(save);
      }}
    >
      <TextPart
        id="mq-source-remote"
        label="Repository"
        required
        value={remote}
        placeholder="https://git.example.com/brand.git"
        maxLength={2000}
        problem={saving.at('remote')}
        onChange={setRemote}
      />
      <div className="mq-pair">
        <TextPart
          id="mq-source-branch"
          label="Branch"
          required
          value={branch}
          maxLength={200}
          problem={saving.at('branch')}
          onChange={setBranch}
        />
        <TextPart
          id="mq-source-path"
          label="Folder"
          value={folder}
          placeholder="The whole repository"
          maxLength={300}
          problem={saving.at('path')}
          onChange={setFolder}
        />
      </div>
      <TextPart
        id="mq-source-token"
        label="Token"
        type="secret"
        value={token}
        maxLength={4000}
        hint={
          source
            ? 'Never shown again. Leave it empty to keep the stored token, as long as the repository stays on the same server.'
            : 'Needs read access to the repository, and write access to push. It’s stored encrypted and never shown again.'
        }
        problem={saving.at('token')}
        onChange={setToken}
      />
      <Alert problem={saving.problem} />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary"
          disabled={saving.busy || remote.trim() === ''}
        >
          {source ? 'Save' : 'Connect'}
        </button>
      </div>
    </form>
  );
}
