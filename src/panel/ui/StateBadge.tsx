'use client';
// The state of an asset or of something else, and that something is private: always as text, with a matching color or icon.
import { madeByAi } from '../../lib/made-by-ai.ts';
import type { Asset, State } from '../../assets/schemas.ts';
import { useWords } from '../words/useWords.ts';
import { LockIcon } from './icons.tsx';
import { stateKeys } from '../../words/asset-values.ts';
import type { PlainKey } from '../../words/keys.ts';

interface BadgeProps {
  label: PlainKey;
  /** The asset state that it looks like. */
  as: State;
}

/** What the values of a property are called, and how each looks. */
export type Badges<Value extends string> = Record<Value, BadgeProps>;

export function Badge({ label, as }: BadgeProps) {
  const { t } = useWords();
  return <span className={`mq-badge mq-badge--${as}`}>{t(label)}</span>;
}

export const StateBadge = ({ state }: { state: State }) => <Badge label={stateKeys[state]} as={state} />;

/** Nothing for an asset that AI didn't make, or of which nobody knows. */
export function AiBadge({ asset }: { asset: Pick<Asset, 'origin' | 'c2pa'> }) {
  const { t } = useWords();
  return madeByAi(asset) === 'yes' ? (
    <span className="mq-badge mq-badge--note">{t('assets:madeByAi')}</span>
  ) : null;
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

/** The same where there's no room for words. */
export function PrivateMark() {
  const { t } = useWords();
  return (
    <span className="mq-card__private">
      <LockIcon /> <span className="mq-sr-only">{t('assets:private')}</span>
    </span>
  );
}
