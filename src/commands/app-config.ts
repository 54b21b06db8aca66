// The Payload config of the app in the working folder, for commands of an app that installs the package.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { SanitizedConfig } from 'payload';
import { findConfig } from 'payload/node';
import { currentNames, setNames } from '../core/collection-names.ts';
import { adapterOf, type DatabaseAdapter } from '../core/db/app-database.ts';

/** Payload configs are TypeScript as a rule, or import some; Payload brings the loader that its own commands use. */
async function loadTypeScript(): Promise<void> {
  const require = createRequire(import.meta.resolve('payload'));
  const { register } = (await import(pathToFileURL(require.resolve('tsx/esm/api')).href)) as {
    register: () => void;
  };
  register();
}

/** Loads the config as a module, which also tells this process what our collections are called in this app. */
export async function loadConfig(): Promise<{ default: Promise<SanitizedConfig> | SanitizedConfig }> {
  const file = findConfig();
  await loadTypeScript();
  return (await import(pathToFileURL(file).href)) as { default: Promise<SanitizedConfig> };
}

/** The app's config, and its database: what Marque's tables are called in SQL is known then. */
export async function useApp(): Promise<{ config: SanitizedConfig; database: DatabaseAdapter }> {
  const config = await (await loadConfig()).default;
  const database = adapterOf(config);
  setNames({ ...currentNames(), schema: database.schemaName ?? null });
  return { config, database };
}
