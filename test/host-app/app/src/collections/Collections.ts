import type { CollectionConfig } from 'payload';

/** Fashion collections: a slug that Marque has, too. */
export const Collections: CollectionConfig = {
  slug: 'collections',
  fields: [{ name: 'season', type: 'text' }],
};
