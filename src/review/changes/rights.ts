import { z } from 'zod';
import { changedRights, RightsChange, type Rights } from '../../assets/schemas.ts';
import { asPatch, type ChangeKind } from './kind.ts';

/** Rights as one part. Anything not sent stays, so a new license doesn't remove the territories. */
export const rightsKind: ChangeKind = {
  name: 'rights',
  counted: ['rights change', 'rights changes'],
  described: { change: '{rights} with the parts to change, or null', after: '{rights} as they would be' },
  tool: {
    schema: RightsChange.nullable().describe('Only the parts you send change; null clears all'),
    toChange: (rights) => ({ rights }),
  },
  schema: z.strictObject({
    rights: RightsChange.nullable().describe('Only the parts you send change; null clears all'),
  }),
  current: ({ rights }) => rights,
  wanted: (change, asset) =>
    new Map([
      [
        'rights',
        change.rights === null
          ? null
          : changedRights(asset.rights as Rights | null, change.rights as RightsChange),
      ],
    ]),
  read: (state) => (state.rights ? changedRights(state.rights as Rights, {}) : null),
  before: (asset) => ({ rights: asset.rights ?? null }),
  after: (parts) => ({ rights: parts.get('rights') ?? null }),
  partsOf: (after) => new Map([['rights', after.rights ?? null]]),
  apply: asPatch((_, parts) => ({ rights: (parts.get('rights') ?? null) as Rights | null })),
};
