'use client';
// What Marque does with a proposal that its agent may make without review, or why it's here all the same.
import type { Proposal } from '../../../review/schemas.ts';
import { useWords } from '../../words/useWords.ts';

/** In the list. */
export function AutoBadge({ proposal: { auto, status } }: { proposal: Proposal }) {
  const { t } = useWords();
  if (auto === 'sample' && status === 'waiting')
    return <span className="mq-badge mq-badge--note">{t('review:keptAsSample')}</span>;
  if (auto === 'due') return <span className="mq-badge mq-badge--note">{t('review:acceptedSoon')}</span>;
  return null;
}

/** Above the change, so that a reviewer knows what a rejection does. */
export function AutoNote({ proposal: { auto, status, agent } }: { proposal: Proposal }) {
  const { t } = useWords();
  if (auto === null || (auto === 'sample' && status !== 'waiting')) return null;
  const name = agent ?? '';
  return (
    <p className="mq-note mq-note--plain">
      {auto === 'sample' && t('review:sampleMeans', { agent: name })}
      {auto === 'due' && t('review:dueMeans', { agent: name })}
      {auto === 'accepted' && t('review:automaticMeans')}
    </p>
  );
}
