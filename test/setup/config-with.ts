// The app's config with other options of the plugin: modules left out, or others added.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig, type Payload, type Plugin, type SanitizedConfig } from 'payload';
import { agents } from '../../plugins/agents/index.ts';
import { marque, type MarqueOptions } from '../../plugins/marque/index.ts';
import { migratePayload } from '../../src/core/db/payload-migrations.ts';

/**
 * @param onInit before the service starts, instead of our own app's migrations
 * @param after plugins that come after Marque's
 */
export const configWith = (
  options: MarqueOptions,
  onInit: (payload: Payload) => Promise<void> = migratePayload,
  after: readonly Plugin[] = [],
): Promise<SanitizedConfig> =>
  buildConfig({
    secret: process.env.SECRET ?? '',
    db: postgresAdapter({
      idType: 'uuid',
      push: false,
      pool: { connectionString: process.env.DATABASE_URL ?? '' },
    }),
    typescript: { autoGenerate: false },
    plugins: [marque({ slugPrefix: '', ...options }), agents(), ...after],
    onInit,
  });
