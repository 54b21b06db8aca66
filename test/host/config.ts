// Someone else's Payload app with Marque in it: number ids, people of its own, drafts, localization and GraphQL, and tables that
// Payload's push keeps. With `ACCESS`, the app says by a role who may do what in Marque.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig, type AuthStrategy } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque, type AppGrant } from '../../plugins/marque/index.ts';

interface HostUser {
  role?: 'admin' | 'editor' | null;
}

const grantsOf = ({ role }: HostUser): AppGrant[] => {
  if (role === 'admin') return [{ resource: 'organization', resourceId: 'home', scope: 'admin' }];
  if (role === 'editor') return [{ resource: 'workspace', resourceId: 'home/library', scope: 'write' }];
  return [];
};

/** Signs in by a header, as behind a company's proxy. */
const staff: AuthStrategy = {
  name: 'staff',
  authenticate: async ({ headers, payload }) => {
    const email = headers.get('x-staff');
    if (email === null) return { user: null };
    const { docs } = await payload.find({ collection: 'users', where: { email: { equals: email } } });
    return { user: docs[0] ? { ...docs[0], collection: 'users' } : null };
  },
};

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: process.env.ID_TYPE === 'uuid' ? 'uuid' : 'serial',
    pool: { connectionString: process.env.DATABASE_URL ?? '' },
  }),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: [
    {
      slug: 'users',
      auth: { strategies: [staff] },
      fields: [
        { name: 'name', type: 'text' },
        { name: 'role', type: 'text' },
      ],
    },
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
  plugins: process.env.WITHOUT_MARQUE
    ? []
    : [
        marque(
          process.env.ACCESS ? { users: 'users', access: ({ user }) => grantsOf(user as HostUser) } : {},
        ),
        agents(),
      ],
});
