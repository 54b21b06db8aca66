'use client';
// The head of a proposal: what it is, who made it and why, and how it was decided.
import { Link } from '@payloadcms/ui';
import type { Proposal } from '../../../review/schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { moment } from '../../ui/format.ts';
import { gistOf, placeOf, proposerOf, statusWords, titleOf } from './proposal-words.ts';

/** What leads to the target, for those that have a page in the panel. */
const openWords: Readonly<Record<string, string>> = { asset: 'Open the asset', brand: 'Open the brand' };

interface Props {
  proposal: Proposal;
  /** Why the last decision failed. */
  problem: string | null;
}

function Outcome({ proposal }: { proposal: Proposal }) {
  const { status, decidedBy, decidedAt, reviewNote } = proposal;
  if (status === 'waiting') return null;
  return (
    <div className="mq-verdict">
      <p>
        <span className={`mq-badge mq-badge--${statusWords[status].tone}`}>{statusWords[status].label}</span>{' '}
        <span className="mq-muted">
          {decidedBy ? `by ${decidedBy}` : ''}
          {decidedAt ? ` on ${moment(decidedAt)}` : ''}
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
  const route = useAdminRoute();
  return (
    <header className="mq-one__head">
      <p className="mq-muted">{gistOf(proposal)}</p>
      <h2>{titleOf(proposal)}</h2>
      <p className="mq-one__who">
        <strong>{proposerOf(proposal)}</strong>{' '}
        <time className="mq-muted" dateTime={proposal.createdAt}>
          {moment(proposal.createdAt)}
        </time>
        {openWords[proposal.target.resource] && (
          <Link href={route(placeOf(proposal))} prefetch={false}>
            {openWords[proposal.target.resource]}
          </Link>
        )}
      </p>
      {proposal.note && (
        <blockquote className="mq-note mq-note--plain">
          <p>{proposal.note}</p>
        </blockquote>
      )}
      <Outcome proposal={proposal} />
      <Alert problem={problem} />
    </header>
  );
}
