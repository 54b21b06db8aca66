// Groups of people, to give grants to many at once. Who is in one lies in marque.group_members; made and changed by the operations.
import type { CollectionConfig } from 'payload';
import { reaching } from '../src/core/access/where.ts';
import { inCurrentOrganization } from '../src/core/access/workspace-field.ts';

export const groups: CollectionConfig = {
  slug: 'groups',
  labels: { singular: 'Group', plural: 'Groups' },
  admin: {
    useAsTitle: 'name',
    group: 'Access',
    defaultColumns: ['name'],
    baseFilter: inCurrentOrganization,
    hideAPIURL: true,
  },
  defaultSort: 'name',
  lockDocuments: false,
  versions: false,
  access: {
    read: reaching('groups', 'read'),
    create: () => false,
    update: () => false,
    delete: () => false,
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'organization', type: 'relationship', relationTo: 'organizations', required: true, index: true },
  ],
};
