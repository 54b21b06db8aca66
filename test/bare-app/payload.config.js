// An agency's Payload app that installs Marque as a package and nothing else of it: no server, no port, no process of ours. With
// AGENCY=1 also the way in for agents, and the agency's own plugin; a build is the same either way.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { agency } from 'example-agency';
import { marque } from 'marque';
import { agents } from 'marque/agents';
import { buildConfig } from 'payload';
import { migrations } from '../../src/core/db/payload/index.ts';

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: 'uuid',
    push: false,
    // An app of its own writes these itself, with `payload migrate:create`; the tables come out the same.
    prodMigrations: migrations,
    pool: { connectionString: process.env.DATABASE_URL ?? '' },
  }),
  // As in our own app, so that tests can send both the same cookies.
  cookiePrefix: 'mq',
  admin: { importMap: { baseDir: path.dirname(fileURLToPath(import.meta.url)) } },
  typescript: { autoGenerate: false },
  // The agency's own stands first: the order is nobody's concern.
  plugins: process.env.AGENCY
    ? [agency(), marque({ slugPrefix: '' }), agents()]
    : [marque({ slugPrefix: '' })],
});
