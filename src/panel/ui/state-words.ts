// What the states of an asset are called.
import type { State } from '../../assets/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';

export const stateKeys = {
  draft: 'ui:stateDraft',
  proposed: 'ui:stateProposed',
  active: 'ui:stateActive',
  expired: 'ui:stateExpired',
  archived: 'ui:stateArchived',
  rejected: 'ui:stateRejected',
  deleted: 'ui:stateDeleted',
} as const satisfies Record<State, PlainKey>;
