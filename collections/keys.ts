// API keys. Only a hash is stored; `POST /api/v1/keys` returns the secret once.
import type { CollectionConfig } from 'payload';
import { scopes } from '../src/core/access/ladder.ts';
import { keys as visibleKeys, writtenByOperations } from '../src/core/access/payload/where.ts';
import { panelList, productList } from '../src/core/access/payload/workspace-field.ts';
import { kind } from '../src/words/index.ts';

export const keys: CollectionConfig = {
  slug: 'keys',
  labels: kind('records:key', 'records:keys'),
  ...panelList({
    useAsTitle: 'name',
    ...productList('marque/client-components#Keys', '/collections/keys'),
  }),
  access: writtenByOperations(visibleKeys, 'read'),
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'prefix', type: 'text', required: true },
    {
      name: 'hash',
      type: 'text',
      required: true,
      unique: true,
      index: true,
      hidden: true,
      access: { read: () => false },
    },
    {
      name: 'scope',
      type: 'select',
      required: true,
      options: scopes.map((scope) => ({ label: scope, value: scope })),
    },
    { name: 'workspace', type: 'relationship', relationTo: 'workspaces', required: true, index: true },
    { name: 'owner', type: 'relationship', relationTo: 'users', index: true },
    { name: 'madeBy', type: 'relationship', relationTo: 'users' },
    { name: 'expiresAt', type: 'date' },
    { name: 'lastUsedAt', type: 'date' },
    { name: 'calls', type: 'number', defaultValue: 0 },
  ],
};
