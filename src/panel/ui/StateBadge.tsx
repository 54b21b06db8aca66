'use client';
// The state of an asset, and that something is private: always as text, with a matching colour or icon.
import type { State } from '../../assets/schemas.ts';
import { useWords } from '../words/useWords.ts';
import { LockIcon } from './icons.tsx';
import { stateKeys } from '../../words/asset-values.ts';

export function StateBadge({ state }: { state: State }) {
  const { t } = useWords();
  return <span className={`mq-badge mq-badge--${state}`}>{t(stateKeys[state])}</span>;
}

/** @param words in place of “Private”, such as what makes it private */
export function PrivateBadge({ words }: { words?: string }) {
  const { t } = useWords();
  return (
    <span className="mq-private">
      <LockIcon /> {words ?? t('ui:private')}
    </span>
  );
}
