// Grants: a scope for a person or group on a resource. Changed by the operations, which make sure that an
// organization keeps an admin.
import type { CollectionConfig } from 'payload';
import { scopes } from '../src/core/access/ladder.ts';
import { grants as visibleGrants, writtenByOperations } from '../src/core/access/payload/where.ts';
import { grantsOfCurrent, panelList, productView } from '../src/core/access/payload/workspace-field.ts';
import { kind } from '../src/words/index.ts';

export const grants: CollectionConfig = {
  slug: 'grants',
  labels: kind('records:grant', 'records:grants'),
  ...panelList({
    ...productView('/collections/users'),
    baseFilter: grantsOfCurrent,
  }),
  access: writtenByOperations(visibleGrants, 'read'),
  fields: [
    // Exactly one of the two: a person or a group.
    { name: 'user', type: 'relationship', relationTo: 'users', index: true },
    { name: 'group', type: 'relationship', relationTo: 'groups', index: true },
    {
      name: 'resource',
      // Not a select: modules add kinds of their own, and their names would be in the database's schema.
      type: 'text',
      required: true,
    },
    { name: 'resourceId', type: 'text', required: true, index: true },
    {
      name: 'scope',
      type: 'select',
      required: true,
      options: scopes.map((value) => ({ label: value, value })),
    },
    {
      name: 'limits',
      type: 'json',
      defaultValue: [],
    },
    { name: 'organization', type: 'relationship', relationTo: 'organizations', required: true, index: true },
    { name: 'workspace', type: 'relationship', relationTo: 'workspaces', index: true },
  ],
};
