import type { CollectionConfig } from 'payload';

export const Posts: CollectionConfig = {
  slug: 'posts',
  versions: { drafts: true },
  access: { read: () => true },
  fields: [
    { name: 'title', type: 'text', localized: true, required: true },
    { name: 'author', type: 'relationship', relationTo: 'users' },
  ],
};
