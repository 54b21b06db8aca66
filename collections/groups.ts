// Groups of people, to grant access to many at once. Members are in marque.group_members; written by the
// operations.
import type { CollectionConfig } from 'payload';
import { groups as visibleGroups, writtenByOperations } from '../src/core/access/payload/where.ts';
import { inCurrentOrganization, panelList, productView } from '../src/core/access/payload/workspace-field.ts';
import { kind } from '../src/words/index.ts';

export const groups: CollectionConfig = {
  slug: 'groups',
  labels: kind('records:group', 'records:groups'),
  ...panelList({
    useAsTitle: 'name',
    ...productView('/collections/users'),
    baseFilter: inCurrentOrganization,
  }),
  defaultSort: 'name',
  access: writtenByOperations(visibleGroups, 'read'),
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'organization', type: 'relationship', relationTo: 'organizations', required: true, index: true },
  ],
};
