// Organizations: the topmost level of grants.
import type { CollectionConfig } from 'payload';
import {
  accessible,
  organizations as visibleOrganizations,
  writtenByOperations,
} from '../src/core/access/payload/where.ts';
import { afterPlaceChange } from '../src/identity/place-hooks.ts';
import { kind } from '../src/words/index.ts';

// Every path begins with it.
const readOnly = { update: () => false };

export const organizations: CollectionConfig = {
  slug: 'organizations',
  labels: kind('records:organization', 'records:organizations'),
  admin: { useAsTitle: 'name', group: 'Access', hidden: true },
  lockDocuments: false,
  versions: false,
  access: {
    ...writtenByOperations(visibleOrganizations, 'read'),
    update: accessible(visibleOrganizations, 'admin'),
  },
  hooks: { afterChange: [afterPlaceChange('organization')] },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'slug',
      type: 'text',
      required: true,
      unique: true,
      index: true,
      access: readOnly,
      admin: { readOnly: true },
    },
  ],
};
