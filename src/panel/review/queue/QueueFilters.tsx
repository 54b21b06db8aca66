'use client';
// The filters above the queue: state, kind, and for reviewers the proposer.
import type { Proposal } from '../../../review/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import { kindNames, viewOf } from '../kinds/index.ts';
import { statusWords } from '../proposal/proposal-words.ts';
import { statuses, type QueueFilter } from './queue-filter.ts';

interface Props {
  filter: QueueFilter;
  decides: boolean;
  proposals: readonly Proposal[];
  onChange: (changes: Partial<Record<keyof QueueFilter, string | null>>) => void;
}

/** Known proposers: visible keys, and the names in the list. */
function useProposers(proposals: readonly Proposal[], decides: boolean): Map<string, string> {
  const { data } = useOperation('list_keys', decides ? {} : null);
  const named = new Map((data ?? []).map(({ id, name }) => [id, name]));
  for (const { by, byId, agent, agentId } of proposals) {
    if (byId !== null) named.set(byId, by);
    if (agentId !== null && agent !== null) named.set(agentId, agent);
  }
  return named;
}

export function QueueFilters({ filter, decides, proposals, onChange }: Props) {
  const proposers = useProposers(proposals, decides);
  const { by } = filter;
  const people = [...proposers].map(([value, label]) => ({ value, label }));
  people.sort((one, other) => one.label.localeCompare(other.label));
  // A link may filter by someone who isn't in the list.
  if (by !== null && by !== 'me' && !proposers.has(by)) people.push({ value: by, label: 'Someone else' });
  return (
    <div className="mq-queue__filters" role="search" aria-label="Filter the queue">
      <ChoicePart
        id="mq-queue-status"
        label="State"
        value={filter.status}
        options={[
          ...statuses.map((value) => ({ value, label: statusWords[value].label })),
          { value: 'any', label: 'All' },
        ]}
        onChange={(status) => onChange({ status: status === 'waiting' ? null : status })}
      />
      <ChoicePart
        id="mq-queue-kind"
        label="Kind"
        none="Everything"
        value={filter.kind ?? ''}
        options={kindNames().map((value) => ({ value, label: viewOf(value).label }))}
        onChange={(kind) => onChange({ kind: kind || null })}
      />
      {decides && (
        <ChoicePart
          id="mq-queue-by"
          label="From"
          none="Anyone"
          value={by ?? ''}
          options={[{ value: 'me', label: 'Me' }, ...people]}
          onChange={(proposer) => onChange({ by: proposer || null })}
        />
      )}
    </div>
  );
}
