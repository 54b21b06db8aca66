// What the states and the origins of an asset are called, by the values that the API gives them.
import type { Asset, State } from '../assets/schemas.ts';
import type { PlainKey } from './keys.ts';

export const stateKeys = {
  draft: 'ui:stateDraft',
  proposed: 'ui:stateProposed',
  active: 'ui:stateActive',
  expired: 'ui:stateExpired',
  archived: 'ui:stateArchived',
  rejected: 'ui:stateRejected',
  deleted: 'ui:stateDeleted',
} as const satisfies Record<State, PlainKey>;

export const originKeys = {
  shot: 'review:originShot',
  licensed: 'review:originLicensed',
  generated: 'review:originGenerated',
} as const satisfies Record<NonNullable<Asset['origin']>, PlainKey>;
