'use client';
// What waits for the viewer's decision and is due soon: the same that they are reminded of by mail, while it waits.
import { Link } from '@payloadcms/ui';
import { usePolicy } from '../client/me.tsx';
import { movesQueue, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';
import { reviewPath, useAdminRoute, useHasAgents } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import { dueInput } from './queue/queue-input.ts';
import { isOverdue, stageNow } from './proposal/stage-words.ts';
import './queue/waiting.css';

export function DueNotice() {
  const { moment, t } = useWords();
  const route = useAdminRoute();
  const hasQueue = useHasAgents();
  const { answer, again } = useOperation('list_proposals', usePolicy()?.review.proposes ? dueInput : null);
  useLive(movesQueue, again);
  if (!hasQueue || !answer || answer.total === 0) return null;
  const dates = answer.data.flatMap((proposal) => stageNow(proposal)?.due ?? []).sort();
  const first = answer.next === null ? dates[0] : undefined;
  const key = !first ? 'review:dueSoon' : isOverdue(first) ? 'review:overdueOn' : 'review:dueOn';
  const sentence = t(key, { count: answer.total, date: first ? moment(first) : '' });
  return (
    <p className="mq-due" role="status">
      <span>{sentence}</span>
      <Link href={route(`${reviewPath}?waitingFor=me`)} prefetch={false}>
        {t('review:decideNow')}
      </Link>
    </p>
  );
}
