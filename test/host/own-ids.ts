// Collections of an app that makes its ids itself.
import type { CollectionConfig } from 'payload';
import { Users } from '../host-app/app/src/collections/Users.ts';

/** Only a header signs them in. */
export const UsersWithoutPasswords: CollectionConfig = {
  ...Users,
  auth: { ...(typeof Users.auth === 'object' ? Users.auth : {}), disableLocalStrategy: true },
  fields: [
    { name: 'id', type: 'text', required: true },
    { name: 'email', type: 'email', required: true },
    ...Users.fields,
  ],
};

export const Places: CollectionConfig = {
  slug: 'places',
  fields: [
    { name: 'id', type: 'number', required: true },
    { name: 'keeper', type: 'relationship', relationTo: 'users' },
  ],
};
