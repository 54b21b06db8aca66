// States of custom domains, and what the last check found, in words.
import type { DomainProblem, DomainState } from '../../domains/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';
import type { Badges } from '../ui/StateBadge.tsx';

export const domainBadges = {
  pending: { label: 'domains:pending', as: 'proposed' },
  verified: { label: 'domains:verified', as: 'active' },
  failed: { label: 'domains:failed', as: 'rejected' },
} as const satisfies Badges<DomainState>;

export const problemKeys = {
  no_record: 'domains:noRecord',
  other_value: 'domains:otherValue',
  unreachable: 'domains:unreachable',
  taken: 'domains:taken',
} as const satisfies Record<DomainProblem, PlainKey>;
