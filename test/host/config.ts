// Someone else's Payload app with Marque in it: number ids, people of its own, uploads, drafts, localization, GraphQL and another plugin,
// and tables that Payload's push keeps. With `ACCESS`, the app says by a role who may do what in Marque; with `OWN_IDS` it gives its records
// ids of its own, and its people have no passwords; with `MODULE`, it has a module.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque, type AppGrant } from '../../plugins/marque/index.ts';
import { Collections } from '../host-app/app/src/collections/Collections.ts';
import { Media } from '../host-app/app/src/collections/Media.ts';
import { Posts } from '../host-app/app/src/collections/Posts.ts';
import { Users } from '../host-app/app/src/collections/Users.ts';
import { Places, UsersWithoutPasswords } from './own-ids.ts';
import { forms } from '../host-app/app/src/forms.ts';
import { shoots } from './shoots.ts';
import { workOfItsOwn } from './work-of-its-own.ts';

interface HostUser {
  role?: 'admin' | 'editor' | 'gone' | null;
}

/** Where the database is: in a variable of Payload's templates, or in parts, some of which only libpq's variables name. */
const pool = process.env.DATABASE_PARTS
  ? (JSON.parse(process.env.DATABASE_PARTS) as { host: string })
  : { connectionString: process.env.DATABASE_URI ?? process.env.DATABASE_URL ?? '' };

const grantsOf = ({ role }: HostUser): AppGrant[] => {
  if (role === 'admin') return [{ resource: 'organization', resourceId: 'home', scope: 'admin' }];
  if (role === 'editor') return [{ resource: 'workspace', resourceId: 'home/library', scope: 'write' }];
  return [];
};

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: process.env.ID_TYPE === 'uuid' ? 'uuid' : 'serial',
    pool,
  }),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: process.env.OWN_IDS
    ? [UsersWithoutPasswords, Posts, Media, Collections, Places]
    : [Users, Posts, Media, Collections],
  // At addresses where Marque has some, too.
  endpoints: [
    { path: '/health', method: 'get', handler: () => Response.json({ app: 'is well' }) },
    { path: '/auth/acme', method: 'get', handler: () => Response.json({ app: 'knows you' }) },
    ...workOfItsOwn,
  ],
  telemetry: false,
  typescript: { autoGenerate: false },
  cors: ['https://www.example.com'],
  upload: { limits: { fileSize: 100_000 } },
  defaultDepth: 1,
  plugins: [
    forms,
    ...(process.env.WITHOUT_MARQUE
      ? []
      : [
          marque({
            ...(process.env.ACCESS && {
              users: 'users',
              access: ({ user }) => grantsOf(user as HostUser),
              isActive: ({ user }) => (user as HostUser).role !== 'gone',
            }),
            ...(process.env.MODULE && { modules: [shoots] }),
          }),
          agents(),
        ]),
  ],
});
