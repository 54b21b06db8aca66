// An agency's Payload app that installs Marque as a package and nothing else of it: no server, no port, no process of ours. With
// AGENCY=1 also the way in for agents, and the agency's own plugin; a build is the same either way.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { campaigns } from 'example-agency';
import { house } from 'example-house';
import { marque } from 'marque';
import { agents } from 'marque/agents';
import { buildConfig } from 'payload';
import { migrations } from '../../src/core/db/payload/index.ts';
import { campaignsTable } from '../agency/campaigns-table.ts';

const agencyMigration = {
  name: '20261201_000000_campaigns',
  up: ({ db }) => db.execute(campaignsTable),
  down: ({ db }) => db.execute('drop table campaigns'),
};

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: 'uuid',
    push: false,
    // An app of its own writes these itself, with `payload migrate:create`; the tables come out the same.
    prodMigrations: process.env.AGENCY ? [...migrations, agencyMigration] : migrations,
    // The first is what Payload's templates call it.
    pool: { connectionString: process.env.DATABASE_URI ?? process.env.DATABASE_URL ?? '' },
  }),
  // As in our own app, so that tests can send both the same cookies.
  cookiePrefix: 'mq',
  admin: { importMap: { baseDir: path.dirname(fileURLToPath(import.meta.url)) } },
  typescript: { autoGenerate: false },
  // The agency's own plugin stands first: the order is nobody's concern.
  plugins: process.env.AGENCY
    ? [house(), marque({ slugPrefix: '', modules: [campaigns] }), agents()]
    : [marque({ slugPrefix: '' })],
});
