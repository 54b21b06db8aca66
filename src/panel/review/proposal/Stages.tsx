'use client';
// The stages that a proposal passes: where it is, who decided, and until when.
import type { ListedProposal } from '../../../review/schemas.ts';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import { acceptedIn, isOverdue, stageNow, type StageOf } from './stage-words.ts';

type Place = 'done' | 'now' | 'next';

function placeOf({ stages, current, status }: ListedProposal, at: number): Place {
  const now = stages.findIndex(({ id }) => id === current);
  if (at === now) return status === 'accepted' ? 'done' : 'now';
  return at < now ? 'done' : 'next';
}

const placeWords = {
  done: 'review:stageDone',
  now: 'review:stageNow',
  next: 'review:stageNext',
} as const satisfies Record<Place, string>;

/** "1 of 2 accepted", where more than one must. */
function progressOf(stage: StageOf, t: Translate): string | null {
  if (stage.needs === 1) return null;
  const accepted = acceptedIn(stage);
  return stage.needs === 'all'
    ? t('review:acceptedOfAll', { accepted })
    : t('review:acceptedOf', { accepted, needed: stage.needs });
}

function Due({ due }: { due: string }) {
  const { moment, t } = useWords();
  const isLate = isOverdue(due);
  return (
    // A minute may have passed since the server drew it.
    <time className={isLate ? 'mq-stage__late' : undefined} dateTime={due} suppressHydrationWarning>
      {t(isLate ? 'review:overdueSince' : 'review:dueBy', { date: moment(due) })}
    </time>
  );
}

function Decisions({ stage }: { stage: StageOf }) {
  const { moment, t } = useWords();
  if (stage.decisions.length === 0) return null;
  return (
    <ul>
      {stage.decisions.map(({ decision, by, byId, at, note, edited, outdated }) => (
        <li key={`${byId} ${at}`} className={outdated ? 'mq-stage__outdated' : undefined}>
          {t(decision === 'reject' ? 'review:byRejected' : edited ? 'review:byEdited' : 'review:byAccepted', {
            name: by,
            date: moment(at),
          })}
          {outdated && ` ${t('review:editedSince')}`}
          {note && <q>{note}</q>}
        </li>
      ))}
    </ul>
  );
}

export function Stages({ proposal }: { proposal: ListedProposal }) {
  const { t } = useWords();
  if (proposal.stages.length === 0) return null;
  return (
    <ol className="mq-stages" aria-label={t('review:stages')}>
      {proposal.stages.map((stage, at) => {
        const place = placeOf(proposal, at);
        const progress = place === 'next' ? null : progressOf(stage, t);
        return (
          <li
            key={stage.id}
            className={`mq-stage mq-stage--${place}`}
            {...(place === 'now' ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="mq-stage__head">
              <strong>{stage.name}</strong>
              <span className="mq-sr-only">{t(placeWords[place])}</span>
              {progress && <span>{progress}</span>}
              {stage.due && <Due due={stage.due} />}
            </span>
            <Decisions stage={stage} />
          </li>
        );
      })}
    </ol>
  );
}

/** The stage of a waiting proposal, in the list. */
export function StageBadge({ proposal }: { proposal: ListedProposal }) {
  const stage = proposal.status === 'waiting' ? stageNow(proposal) : null;
  if (!stage) return null;
  return (
    <span className="mq-stage__badge">
      <span className={`mq-badge ${proposal.waitsForMe ? 'mq-badge--proposed' : ''}`}>{stage.name}</span>
      {stage.due && (
        <span className="mq-muted">
          <Due due={stage.due} />
        </span>
      )}
    </span>
  );
}

/** In place of the buttons, for reviewers who don't decide in the stage. */
export function NotOurTurn({ proposal }: { proposal: ListedProposal }) {
  const { t } = useWords();
  return (
    <p className="mq-muted mq-actions">
      {t('review:notYourTurn', { stage: stageNow(proposal)?.name ?? '' })}
    </p>
  );
}
