'use client';
// The Git repository of a brand: connecting it, syncing, and the last sync's result.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Direction, SourceAnswer, SyncAnswer } from '../../../brands/git/source-schemas.ts';
import type { Issue } from '../../../core/errors.ts';
import { call, CallFailed, wordsOf } from '../../client/api.ts';
import { Ask } from '../../ui/Ask.tsx';
import { counted, moment } from '../../ui/format.ts';
import { TextPart } from '../../ui/inputs.tsx';
import { useRead } from '../../client/useRead.ts';

type Source = NonNullable<SourceAnswer['source']>;

const pauseMs = 1000;
const goesOn = (sync: SyncAnswer | null): boolean => sync?.state === 'waiting' || sync?.state === 'running';

/** The last sync, polled while it runs; null if there was none. */
function useLastSync(
  path: string | null,
  onEnd: () => void,
): [SyncAnswer | null, (sync: SyncAnswer | null) => void] {
  const [last, setLast] = useState<SyncAnswer | null>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    call<{ data: SyncAnswer }>('GET', path, { signal: controller.signal }).then(
      ({ data }) => {
        setLast(data);
      },
      () => undefined, // None yet.
    );
    return () => {
      controller.abort();
    };
  }, [path]);
  useEffect(() => {
    if (path === null || !goesOn(last)) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call<{ data: SyncAnswer }>('GET', path, { signal: controller.signal }).then(
        ({ data }) => {
          setLast(data);
          if (!goesOn(data)) onEnd();
        },
        () => {
          if (!controller.signal.aborted) setFailures((count) => count + 1);
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, last, failures, onEnd]);
  return [last, setLast];
}

const stateWords = {
  waiting: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
} as const satisfies Record<SyncAnswer['state'], string>;

const stateBadges = {
  waiting: 'mq-badge--proposed',
  running: 'mq-badge--proposed',
  done: 'mq-badge--active',
  failed: 'mq-badge--rejected',
} as const satisfies Record<SyncAnswer['state'], string>;

const directionWords = {
  pull: 'Pull',
  push: 'Push',
  both: 'Pull and push',
} as const satisfies Record<Direction, string>;

function LastSync({ sync }: { sync: SyncAnswer }) {
  const { state, direction, error, problems, conflicts, commit, pushed, version } = sync;
  return (
    <section className="mq-section mq-sync" aria-labelledby="mq-last-sync" aria-live="polite">
      <h2 id="mq-last-sync">Last sync</h2>
      <p className="mq-row">
        <span className={`mq-badge ${stateBadges[state]}`}>{stateWords[state]}</span>
        <span>{directionWords[direction]}</span>
        <time className="mq-muted" dateTime={sync.finishedAt ?? sync.createdAt}>
          {moment(sync.finishedAt ?? sync.createdAt)}
        </time>
      </p>
      {error && problems.length === 0 && (
        <p role="alert" className="mq-alert">
          {error}
        </p>
      )}
      {problems.length > 0 && (
        <>
          <p role="alert" className="mq-alert">
            {counted(problems.length, 'problem')} found in the repository’s files, so nothing was changed. Fix{' '}
            {problems.length === 1 ? 'it' : 'them'} in the repository, then sync again.
          </p>
          <ul className="mq-problems" aria-label="Problems">
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code>
                <span>{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {state === 'done' && (
        <p>
          {commit && (
            <>
              In sync at <code>{commit.slice(0, 8)}</code>
              {version === null ? '' : `, version ${version} here`}.{' '}
            </>
          )}
          {pushed === 0
            ? 'There was nothing to write to the repository.'
            : `${counted(pushed, 'file was', 'files were')} written to the repository.`}
        </p>
      )}
      {conflicts.length > 0 && (
        <>
          <h3>Changed on both sides</h3>
          <p className="mq-hint">
            The repository’s version was used. The previous values here are in the history.
          </p>
          <ul className="mq-problems" aria-label="Conflicts">
            {conflicts.map(({ file, path }) => (
              <li key={`${file} ${path}`}>
                <code>{file}</code>
                <span>{path}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function SourceForm({ path, source, onSaved }: { path: string; source: Source | null; onSaved: () => void }) {
  const [remote, setRemote] = useState(source?.remote ?? '');
  const [branch, setBranch] = useState(source?.branch ?? 'main');
  const [folder, setFolder] = useState(source?.path ?? '');
  const [token, setToken] = useState('');
  const [issues, setIssues] = useState<Issue[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const at = (name: string): string | null => issues.find((issue) => issue.path === name)?.message ?? null;
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setIssues([]);
    try {
      await call('PUT', path, {
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
    } catch (error) {
      const found = error instanceof CallFailed ? error.issues : [];
      setIssues(found);
      if (found.length === 0) setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="mq-form mq-panel"
      aria-label="Repository"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextPart
        id="mq-source-remote"
        label="Repository"
        required
        value={remote}
        placeholder="https://git.example.com/brand.git"
        maxLength={2000}
        problem={at('remote')}
        onChange={setRemote}
      />
      <div className="mq-pair">
        <TextPart
          id="mq-source-branch"
          label="Branch"
          required
          value={branch}
          maxLength={200}
          problem={at('branch')}
          onChange={setBranch}
        />
        <TextPart
          id="mq-source-path"
          label="Folder"
          value={folder}
          placeholder="The whole repository"
          maxLength={300}
          problem={at('path')}
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
        problem={at('token')}
        onChange={setToken}
      />
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary"
          disabled={busy || remote.trim() === ''}
        >
          {source ? 'Save' : 'Connect'}
        </button>
      </div>
    </form>
  );
}

export function BrandSource({
  brand,
  mayWrite,
  onChanged,
}: {
  brand: string;
  mayWrite: boolean;
  onChanged: () => void;
}) {
  const path = `/api/v1/brands/${brand}/source`;
  const { data, problem, again } = useRead<SourceAnswer>(path);
  const source = data?.source ?? null;
  const [sync, setSync] = useLastSync(source && `${path}/sync`, () => {
    again();
    onChanged();
  });
  const isOver = !goesOn(sync);
  const ask = async (direction: Direction): Promise<void> => {
    try {
      const { data: asked } = await call<{ data: SyncAnswer }>('POST', `${path}/sync`, {
        body: { direction },
      });
      setSync(asked);
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  if (problem)
    return (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    );
  if (!data) return <div aria-busy="true" />;
  return (
    <>
      <p className="mq-hint">
        {source
          ? 'This brand is also kept in a Git repository, as YAML and files that people and programs can read and change there.'
          : 'This brand isn’t connected to a Git repository. Connect one to also keep it as YAML and files that people and programs can read and change there.'}
      </p>
      {source && (
        <section className="mq-section mq-sync" aria-labelledby="mq-source-state">
          <h2 id="mq-source-state">{source.remote}</h2>
          <p className="mq-row">
            <span className={`mq-badge ${source.pending ? 'mq-badge--proposed' : 'mq-badge--active'}`}>
              {source.pending ? 'Changed here since the last sync' : 'In sync'}
            </span>
            <span className="mq-muted">
              {source.syncedAt === null
                ? 'Never synced'
                : `${counted(source.files, 'file')} on ${source.branch} at ${source.commit?.slice(0, 8) ?? ''}, ${moment(source.syncedAt)}`}
            </span>
          </p>
          {mayWrite && (
            <div className="mq-row" role="group" aria-label="Sync now">
              <button
                type="button"
                className="mq-button mq-button--primary"
                disabled={!isOver}
                onClick={() => void ask('both')}
              >
                Pull and push
              </button>
              <button type="button" className="mq-button" disabled={!isOver} onClick={() => void ask('pull')}>
                Pull only
              </button>
              <button type="button" className="mq-button" disabled={!isOver} onClick={() => void ask('push')}>
                Push only
              </button>
            </div>
          )}
        </section>
      )}
      {sync && source && <LastSync sync={sync} />}
      {mayWrite && (
        <>
          <SourceForm key={source?.remote ?? ''} path={path} source={source} onSaved={again} />
          {source && (
            <p className="mq-row mq-source__end">
              <Ask
                label="Disconnect…"
                confirm="Disconnect and delete the token"
                words="The brand and the repository stay as they are."
                onConfirm={async () => {
                  await call('DELETE', path);
                  toast.success('Disconnected.');
                  again();
                }}
              />
            </p>
          )}
        </>
      )}
    </>
  );
}
