'use client';
// The filters above the queue: state, kind, and for reviewers the proposer.
import type { Proposal } from '../../../review/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { ChoicePart, TickPart } from '../../ui/form/inputs.tsx';
import { kindNames, viewOf } from '../kinds/index.ts';
import { statusBadges } from '../proposal/proposal-words.ts';
import { groupsOfProposers, statuses, type QueueFilter } from './queue-filter.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  filter: QueueFilter;
  decides: boolean;
  proposals: readonly Proposal[];
  onChange: (changes: Partial<Record<keyof QueueFilter, string | null>>) => void;
}

const groupNames = {
  agents: 'menu:agents',
  people: 'menu:people',
  team: 'review:myTeam',
} as const;

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
  const { t } = useWords();
  const proposers = useProposers(proposals, decides);
  const { by, from } = filter;
  const groups = groupsOfProposers.map((value) => ({ value, label: t(groupNames[value]) }));
  const people = [...proposers].map(([value, label]) => ({ value, label }));
  people.sort((one, other) => one.label.localeCompare(other.label));
  // A link may filter by someone who isn't in the list.
  if (by !== null && by !== 'me' && !proposers.has(by))
    people.push({ value: by, label: t('review:someoneElse') });
  return (
    <div className="mq-queue__filters" role="search" aria-label={t('review:filterQueue')}>
      <ChoicePart
        id="mq-queue-status"
        label={t('review:state')}
        value={filter.status}
        options={[
          ...statuses.map((value) => ({ value, label: t(statusBadges[value].label) })),
          { value: 'any', label: t('review:all') },
        ]}
        onChange={(status) =>
          onChange({ status: status === 'waiting' ? null : status, waitingFor: null, due: null })
        }
      />
      <ChoicePart
        id="mq-queue-kind"
        label={t('review:kind')}
        none={t('review:everything')}
        value={filter.kind ?? ''}
        options={kindNames().map((value) => ({ value, label: viewOf(value).label(t) }))}
        onChange={(kind) => onChange({ kind: kind || null })}
      />
      {decides && filter.status === 'waiting' && (
        <TickPart
          label={t('review:waitingForMe')}
          checked={filter.waitingFor === 'me'}
          onChange={(mine) => onChange({ waitingFor: mine ? 'me' : null })}
        />
      )}
      {filter.due && (
        <TickPart label={t('review:dueSoonOnly')} checked onChange={() => onChange({ due: null })} />
      )}
      {decides && (
        <ChoicePart
          id="mq-queue-by"
          label={t('review:from')}
          none={t('review:anyone')}
          value={from ?? by ?? ''}
          options={[{ value: 'me', label: t('review:me') }, ...groups, ...people]}
          onChange={(proposer) => {
            const group = groupsOfProposers.find((one) => one === proposer) ?? null;
            onChange({ from: group, by: group ? null : proposer || null });
          }}
        />
      )}
    </div>
  );
}
