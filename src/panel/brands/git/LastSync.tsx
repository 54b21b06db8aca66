'use client';
// How the last sync went.
import type { Direction, SyncAnswer } from '../../../brands/git/source-schemas.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { PlainKey } from '../../../words/keys.ts';
import { useWords } from '../../words/useWords.ts';

const states = {
  waiting: { label: 'git:stateWaiting', badge: 'mq-badge--proposed' },
  running: { label: 'git:stateRunning', badge: 'mq-badge--proposed' },
  done: { label: 'git:stateDone', badge: 'mq-badge--active' },
  failed: { label: 'git:stateFailed', badge: 'mq-badge--rejected' },
} as const satisfies Record<SyncAnswer['state'], { label: PlainKey; badge: string }>;

const directionKeys = {
  pull: 'git:pull',
  push: 'git:push',
  both: 'git:pullAndPush',
} as const satisfies Record<Direction, PlainKey>;

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
  const { t } = useWords();
  return (
    <>
      <p role="alert" className="mq-alert">
        {t('git:problemsFound', { count: problems.length })}
      </p>
      <Places label={t('git:problems')} places={problems.map(({ path, message }) => [path, message])} />
    </>
  );
}

function Result({ commit, pushed, version }: Pick<SyncAnswer, 'commit' | 'pushed' | 'version'>) {
  const { t, rich } = useWords();
  const hash = commit && <code>{commit.slice(0, 8)}</code>;
  return (
    <p>
      {hash &&
        (version === null
          ? rich('git:inSyncAt', { commit: hash })
          : rich('git:inSyncAtVersion', { commit: hash, version }))}{' '}
      {pushed === 0 ? t('git:nothingWritten') : t('git:filesWritten', { count: pushed })}
    </p>
  );
}

function Conflicts({ conflicts }: Pick<SyncAnswer, 'conflicts'>) {
  const { t } = useWords();
  return (
    <>
      <h3>{t('git:bothSides')}</h3>
      <p className="mq-hint">{t('git:bothSidesHint')}</p>
      <Places label={t('git:conflicts')} places={conflicts.map(({ file, path }) => [file, path])} />
    </>
  );
}

export function LastSync({ sync }: { sync: SyncAnswer }) {
  const { t, moment } = useWords();
  const { state, direction, error, problems, conflicts, commit, pushed, version } = sync;
  return (
    <section className="mq-section mq-sync" aria-labelledby="mq-last-sync" aria-live="polite">
      <h2 id="mq-last-sync">{t('git:lastSync')}</h2>
      <p className="mq-row">
        <span className={`mq-badge ${states[state].badge}`}>{t(states[state].label)}</span>
        <span>{t(directionKeys[direction])}</span>
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
