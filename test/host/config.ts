// Someone else's Payload app with Marque in it: number ids, people of its own, drafts, localization and GraphQL, and tables that
// Payload's push keeps.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque } from '../../plugins/marque/index.ts';

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: process.env.ID_TYPE === 'uuid' ? 'uuid' : 'serial',
    pool: { connectionString: process.env.DATABASE_URL ?? '' },
  }),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: [
    { slug: 'users', auth: true, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      versions: { drafts: true },
      access: { read: () => true },
      fields: [
        { name: 'title', type: 'text', localized: true, required: true },
        { name: 'author', type: 'relationship', relationTo: 'users' },
      ],
    },
    { slug: 'collections', fields: [{ name: 'season', type: 'text' }] },
  ],
  telemetry: false,
  typescript: { autoGenerate: false },
  plugins: process.env.WITHOUT_MARQUE ? [] : [marque(), agents()],
});
