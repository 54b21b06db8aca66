// marque start
// Serves the Payload app in the working folder with our server. `next build` has to have run.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SanitizedConfig } from 'payload';
import { findConfig } from 'payload/node';
import { startServer } from '../start-server.ts';

/** Payload configs are TypeScript as a rule; Payload brings the loader that its own commands use. */
async function loadTypeScript(): Promise<void> {
  const require = createRequire(import.meta.resolve('payload'));
  const { register } = (await import(pathToFileURL(require.resolve('tsx/esm/api')).href)) as {
    register: () => void;
  };
  register();
}

async function loadConfig(): Promise<{ default: Promise<SanitizedConfig> | SanitizedConfig }> {
  const file = findConfig();
  if (!/\.[cm]?js$/.test(path.basename(file))) await loadTypeScript();
  return (await import(pathToFileURL(file).href)) as { default: Promise<SanitizedConfig> };
}

await startServer({ config: loadConfig, folder: process.cwd() });
