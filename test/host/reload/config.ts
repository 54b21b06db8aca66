// An app whose config is loaded again and again. In some editions a module of Marque's doesn't start, after all others have.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import { marque } from '../../../plugins/marque/index.ts';
import { modules } from '../../../plugins/marque/modules/index.ts';
import { defineModule, type Module } from '../../../src/extend.ts';
import { Users } from '../../host-app/app/src/collections/Users.ts';

const { edition = 0 } = globalThis as { edition?: number };
const broken = defineModule({
  name: 'broken',
  start: () => {
    throw new Error(`Edition ${edition} is broken.`);
  },
});
if (edition % 3 === 1) (modules as Module[]).push(broken);

export default buildConfig({
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL ?? '' } }),
  collections: [Users],
  telemetry: false,
  typescript: { autoGenerate: false },
  plugins: [marque()],
});
