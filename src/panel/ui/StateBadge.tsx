// The state of an asset: always as text, with a matching colour.
import type { State } from '../../assets/schemas.ts';
import { stateLabels } from '../assets/states.ts';

export function StateBadge({ state }: { state: State }) {
  return <span className={`mq-badge mq-badge--${state}`}>{stateLabels[state]}</span>;
}
