// Starts what all test files share. Not a .js file: jest would turn its import() into require().
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.js';
import { writeStandIns } from './packages.mjs';

export default async function globalSetup() {
  await writeStandIns();
  const { startDatabase } = await import(pathToFileURL(bundle('test/setup/run/run-database.ts')).href);
  globalThis.stopTestDatabase = await startDatabase();
}
