import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import { Collections } from './collections/Collections';
import { Media } from './collections/Media';
import { Posts } from './collections/Posts';
import { Users } from './collections/Users';
import { forms } from './forms';
import { others } from './others';

const folder = path.dirname(fileURLToPath(import.meta.url));

export default buildConfig({
  admin: { user: Users.slug, importMap: { baseDir: folder } },
  collections: [Users, Posts, Media, Collections],
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: process.env.ID_TYPE === 'uuid' ? 'uuid' : 'serial',
    migrationDir: path.join(folder, 'migrations'),
    pool: { connectionString: process.env.DATABASE_URL ?? '' },
  }),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  // At an address where Marque has one, too.
  endpoints: [{ path: '/health', method: 'get', handler: () => Response.json({ app: 'is well' }) }],
  telemetry: false,
  typescript: { autoGenerate: false },
  cors: ['https://www.example.com'],
  upload: { limits: { fileSize: 100_000 } },
  defaultDepth: 1,
  plugins: [forms, ...others],
});
