// The app: the database, the secret, and which plugins in which order.
import path from 'node:path';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { de } from '@payloadcms/translations/languages/de';
import { en } from '@payloadcms/translations/languages/en';
import { buildConfig, type Payload } from 'payload';
import { agents } from './plugins/agents/index.ts';
import { marque } from './plugins/marque/index.ts';
import { ownApp } from './plugins/marque/own-app.ts';
import { migratePayload } from './src/core/db/payload-migrations.ts';
import { poolSizeOf } from './src/env.ts';
import { ownFolder } from './src/lib/own-package.ts';

const here = ownFolder();

export default buildConfig({
  // Both are set by src/server.ts before this is loaded; building and generating types needs neither.
  secret: process.env.SECRET ?? '',
  db: postgresAdapter({
    idType: 'uuid',
    push: false,
    migrationDir: path.join(here, 'src/core/db/payload'),
    pool: {
      connectionString: process.env.DATABASE_URL ?? '',
      max: poolSizeOf(process.env.DATABASE_POOL_SIZE),
    },
  }),
  admin: {
    importMap: { baseDir: here, importMapFile: path.join(here, 'src/app/(payload)/admin/importMap.js') },
  },
  i18n: { supportedLanguages: { en, de }, fallbackLanguage: 'en' },
  typescript: { outputFile: path.join(here, 'src/generated/payload-types.ts'), autoGenerate: false },
  plugins: [marque({ slugPrefix: '' }), agents(), ownApp],
  onInit: (payload: Payload) => migratePayload(payload),
});
