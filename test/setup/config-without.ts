// The app's config with modules left out.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig, type SanitizedConfig } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque } from '../../plugins/marque/index.ts';
import { migratePayload } from '../../src/core/db/payload-migrations.ts';

export const configWithout = (without: readonly string[]): Promise<SanitizedConfig> =>
  buildConfig({
    secret: process.env.SECRET ?? '',
    db: postgresAdapter({
      idType: 'uuid',
      push: false,
      pool: { connectionString: process.env.DATABASE_URL ?? '' },
    }),
    typescript: { autoGenerate: false },
    plugins: [marque({ without, slugPrefix: '' }), agents()],
    onInit: migratePayload,
  });
