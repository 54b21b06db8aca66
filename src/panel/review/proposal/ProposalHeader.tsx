'use client';
// The head of a proposal: what it is, who made it and why, and how it was decided.
import { Link } from '@payloadcms/ui';
import type { ListedProposal } from '../../../review/schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';

import { AutoNote } from './AutoMark.tsx';
import { gistOf, placeOf, proposerOf, statusBadges, titleOf } from './proposal-words.ts';
import { Stages } from './Stages.tsx';
import { Badge } from '../../ui/StateBadge.tsx';
import { useWords } from '../../words/useWords.ts';
import type { PlainKey } from '../../../words/keys.ts';

/** What leads to the target, for those that have a page in the panel. */
const openWords: Readonly<Record<string, PlainKey>> = {
  asset: 'review:openAsset',
  brand: 'review:openBrand',
  collection: 'review:openCollection',
};

interface Props {
  proposal: ListedProposal;
  /** Why the last decision failed. */
  problem: string | null;
}

function Outcome({ proposal }: { proposal: ListedProposal }) {
  const { moment, t } = useWords();
  const { status, decidedBy, decidedAt, reviewNote } = proposal;
  if (status === 'waiting') return null;
  return (
    <div className="mq-verdict">
      <p>
        <Badge {...statusBadges[status]} />{' '}
        <span className="mq-muted">
          {decidedBy && decidedAt && t('review:decidedByOn', { name: decidedBy, date: moment(decidedAt) })}
          {decidedBy && !decidedAt && t('review:decidedBy', { name: decidedBy })}
          {!decidedBy && decidedAt && t('review:decidedOn', { date: moment(decidedAt) })}
        </span>
      </p>
      {reviewNote && (
        <blockquote className={status === 'rejected' ? 'mq-note' : 'mq-note mq-note--plain'}>
          <p>{reviewNote}</p>
        </blockquote>
      )}
    </div>
  );
}

export function ProposalHeader({ proposal, problem }: Props) {
  const { moment, t } = useWords();
  const route = useAdminRoute();
  const open = openWords[proposal.target.resource];
  return (
    <header className="mq-one__head">
      <p className="mq-muted">{gistOf(proposal, t)}</p>
      <h2>{titleOf(proposal, t)}</h2>
      <p className="mq-one__who">
        <strong>{proposerOf(proposal, t)}</strong>{' '}
        <time className="mq-muted" dateTime={proposal.createdAt}>
          {moment(proposal.createdAt)}
        </time>
        {open && (
          <Link href={route(placeOf(proposal))} prefetch={false}>
            {t(open)}
          </Link>
        )}
      </p>
      {proposal.note && (
        <blockquote className="mq-note mq-note--plain">
          <p>{proposal.note}</p>
        </blockquote>
      )}
      <Stages proposal={proposal} />
      <AutoNote proposal={proposal} />
      <Outcome proposal={proposal} />
      <Alert problem={problem} />
    </header>
  );
}
