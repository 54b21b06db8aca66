// The smallest config: people who sign in.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

export default buildConfig({
  secret: 'only for this bench',
  admin: { user: 'users' },
  collections: [{ slug: 'users', auth: true, fields: [] }],
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL ?? '' } }),
  typescript: { autoGenerate: false },
  telemetry: false,
});
