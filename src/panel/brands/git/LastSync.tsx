'use client';
// How the last sync went.
import type { Direction, SyncAnswer } from '../../../brands/git/source-schemas.ts';
import { Alert } from '../../ui/Alert.tsx';
import { counted, moment } from '../../ui/format.ts';

const states = {
  waiting: { label: 'Queued', badge: 'mq-badge--proposed' },
  running: { label: 'Running', badge: 'mq-badge--proposed' },
  done: { label: 'Done', badge: 'mq-badge--active' },
  failed: { label: 'Failed', badge: 'mq-badge--rejected' },
} as const satisfies Record<SyncAnswer['state'], { label: string; badge: string }>;

const directionWords = {
  pull: 'Pull',
  push: 'Push',
  both: 'Pull and push',
} as const satisfies Record<Direction, string>;

/** Files, each with what is to be said about it. */
function Places({ label, places }: { label: string; places: [file: string, words: string][] }) {
  return (
    <ul className="mq-problems" aria-label={label}>
      {places.map(([file, words]) => (
        <li key={`${file} ${words}`}>
          <code>{file}</code>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

/** What is wrong in the repository's files. */
function Problems({ problems }: Pick<SyncAnswer, 'problems'>) {
  return (
    <>
      <p role="alert" className="mq-alert">
        {counted(problems.length, 'problem')} found in the repository’s files, so nothing was changed. Fix{' '}
        {problems.length === 1 ? 'it' : 'them'} in the repository, then sync again.
      </p>
      <Places label="Problems" places={problems.map(({ path, message }) => [path, message])} />
    </>
  );
}

function Result({ commit, pushed, version }: Pick<SyncAnswer, 'commit' | 'pushed' | 'version'>) {
  return (
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
  );
}

function Conflicts({ conflicts }: Pick<SyncAnswer, 'conflicts'>) {
  return (
    <>
      <h3>Changed on both sides</h3>
      <p className="mq-hint">
        The repository’s version was used. The previous values here are in the history.
      </p>
      <Places label="Conflicts" places={conflicts.map(({ file, path }) => [file, path])} />
    </>
  );
}

export function LastSync({ sync }: { sync: SyncAnswer }) {
  const { state, direction, error, problems, conflicts, commit, pushed, version } = sync;
  return (
    <section className="mq-section mq-sync" aria-labelledby="mq-last-sync" aria-live="polite">
      <h2 id="mq-last-sync">Last sync</h2>
      <p className="mq-row">
        <span className={`mq-badge ${states[state].badge}`}>{states[state].label}</span>
        <span>{directionWords[direction]}</span>
        <time className="mq-muted" dateTime={sync.finishedAt ?? sync.createdAt}>
          {moment(sync.finishedAt ?? sync.createdAt)}
        </time>
      </p>
      {problems.length === 0 && <Alert problem={error} />}
      {problems.length > 0 && <Problems problems={problems} />}
      {state === 'done' && <Result commit={commit} pushed={pushed} version={version} />}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
    </section>
  );
}
