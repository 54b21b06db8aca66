'use client';
// One proposal in the queue's list.
import type { ListedProposal } from '../../../review/schemas.ts';
import { Ago } from '../../ui/Ago.tsx';
import { AutoBadge } from '../proposal/AutoMark.tsx';
import { StageBadge } from '../proposal/Stages.tsx';
import { ProposalMark } from '../proposal/ProposalMark.tsx';
import { gistOf, proposerOf, statusBadges, titleOf } from '../proposal/proposal-words.ts';
import { SelectOne } from '../../ui/SelectOne.tsx';
import { Badge } from '../../ui/StateBadge.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  proposal: ListedProposal;
  current: boolean;
  selected: boolean;
  selectable: boolean;
  problem: string | null;
  onOpen: () => void;
  onSelect: () => void;
}

export function QueueRow({ proposal, current, selected, selectable, problem, onOpen, onSelect }: Props) {
  const { t } = useWords();
  const title = titleOf(proposal, t);
  return (
    <li
      className={`mq-waiting ${current ? 'mq-waiting--current' : ''}`}
      data-proposal={proposal.id}
      data-kind={proposal.kind}
    >
      {selectable && (
        <SelectOne className="mq-waiting__select" title={title} selected={selected} onSelect={onSelect} />
      )}
      <span className="mq-waiting__mark">
        <ProposalMark proposal={proposal} />
      </span>
      <span className="mq-waiting__text">
        <button type="button" {...(current ? { 'aria-current': 'true' as const } : {})} onClick={onOpen}>
          {title}
        </button>
        <span className="mq-muted">{gistOf(proposal, t)}</span>
        <span className="mq-muted">
          {proposerOf(proposal, t)} · <Ago of={proposal.createdAt} />
        </span>
        <StageBadge proposal={proposal} />
        <AutoBadge proposal={proposal} />
        {proposal.status !== 'waiting' && <Badge {...statusBadges[proposal.status]} />}
        {problem && <span className="mq-problem">{problem}</span>}
      </span>
    </li>
  );
}
