'use client';
// One proposal in the queue's list.
import type { Proposal } from '../../../review/schemas.ts';
import { ago } from '../../ui/format.ts';
import { ProposalMark } from '../proposal/ProposalMark.tsx';
import { gistOf, proposerOf, statusWords, titleOf } from '../proposal/proposal-words.ts';

interface Props {
  proposal: Proposal;
  current: boolean;
  selected: boolean;
  selectable: boolean;
  problem: string | null;
  onOpen: () => void;
  onSelect: () => void;
}

export function QueueRow({ proposal, current, selected, selectable, problem, onOpen, onSelect }: Props) {
  const title = titleOf(proposal);
  return (
    <li
      className={`mq-waiting ${current ? 'mq-waiting--current' : ''}`}
      data-proposal={proposal.id}
      data-kind={proposal.kind}
    >
      {selectable && (
        <label className="mq-waiting__select">
          <input type="checkbox" checked={selected} onChange={onSelect} />
          <span className="mq-sr-only">Select {title}</span>
        </label>
      )}
      <span className="mq-waiting__mark">
        <ProposalMark proposal={proposal} />
      </span>
      <span className="mq-waiting__text">
        <button type="button" {...(current ? { 'aria-current': 'true' as const } : {})} onClick={onOpen}>
          {title}
        </button>
        <span className="mq-muted">{gistOf(proposal)}</span>
        <span className="mq-muted">
          {proposerOf(proposal)} · {ago(proposal.createdAt)}
        </span>
        {proposal.status !== 'waiting' && (
          <span className={`mq-badge mq-badge--${statusWords[proposal.status].tone}`}>
            {statusWords[proposal.status].label}
          </span>
        )}
        {problem && <span className="mq-problem">{problem}</span>}
      </span>
    </li>
  );
}
