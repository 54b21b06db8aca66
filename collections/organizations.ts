// Organizations: the outermost thing a grant can be on.
import type { CollectionConfig } from 'payload';
import { reaching } from '../src/access/where.ts';

export const organizations: CollectionConfig = {
  slug: 'organizations',
  admin: { useAsTitle: 'name', group: 'Access', hidden: true },
  lockDocuments: false,
  versions: false,
  access: {
    read: reaching('organizations', 'read'),
    update: reaching('organizations', 'admin'),
    create: () => false,
    delete: () => false,
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'text', required: true, unique: true, index: true, admin: { readOnly: true } },
  ],
};
