// Workspaces: the home of assets, brands and keys. Slugs are unique in their organization.
import type { CollectionConfig } from 'payload';
import {
  accessible,
  workspaces as visibleWorkspaces,
  writtenByOperations,
} from '../src/core/access/payload/where.ts';
import { productList } from '../src/core/access/payload/workspace-field.ts';
import { afterPlaceChange } from '../src/identity/place-hooks.ts';
import { kind } from '../src/words/index.ts';

// Every path begins with its slug; its admins are decided by its organization.
const readOnly = { update: () => false };

export const workspaces: CollectionConfig = {
  slug: 'workspaces',
  labels: kind('records:workspace', 'records:workspaces'),
  admin: {
    useAsTitle: 'name',
    ...productList('marque/client-components#Workspaces', '/collections/workspaces'),
    hideAPIURL: true,
  },
  lockDocuments: false,
  versions: false,
  access: {
    ...writtenByOperations(visibleWorkspaces, 'read'),
    update: accessible(visibleWorkspaces, 'admin'),
  },
  hooks: { afterChange: [afterPlaceChange('workspace')] },
  indexes: [{ fields: ['organization', 'slug'], unique: true }],
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'text', required: true, access: readOnly, admin: { readOnly: true } },
    {
      name: 'organization',
      type: 'relationship',
      relationTo: 'organizations',
      required: true,
      index: true,
      access: readOnly,
      admin: { readOnly: true },
    },
  ],
};
