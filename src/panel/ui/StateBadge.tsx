'use client';
// The state of an asset, and that something is private: always as text, with a matching colour or icon.
import type { State } from '../../assets/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';
import { useWords } from '../words/useWords.ts';
import { LockIcon } from './icons.tsx';

const stateKeys = {
  draft: 'ui:stateDraft',
  proposed: 'ui:stateProposed',
  active: 'ui:stateActive',
  expired: 'ui:stateExpired',
  archived: 'ui:stateArchived',
  rejected: 'ui:stateRejected',
  deleted: 'ui:stateDeleted',
} as const satisfies Record<State, PlainKey>;

export function StateBadge({ state }: { state: State }) {
  const { t } = useWords();
  return <span className={`mq-badge mq-badge--${state}`}>{t(stateKeys[state])}</span>;
}

export function PrivateBadge() {
  const { t } = useWords();
  return (
    <span className="mq-private">
      <LockIcon /> {t('ui:private')}
    </span>
  );
}
