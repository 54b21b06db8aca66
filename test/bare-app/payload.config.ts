// An agency's Payload app that installs Marque and nothing else: no server, no port, no process of ours.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import { marque } from '../../plugins/marque/index.ts';
import { migrations } from '../../src/db/payload/index.ts';

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: 'uuid',
    push: false,
    // An app of its own writes these itself, with `payload migrate:create`; the tables come out the same.
    prodMigrations: migrations,
    pool: { connectionString: process.env.DATABASE_URL ?? '' },
  }),
  admin: { importMap: { baseDir: path.dirname(fileURLToPath(import.meta.url)) } },
  typescript: { autoGenerate: false },
  plugins: [marque()],
});
