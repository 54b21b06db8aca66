// Starts what all test files share. Not a .js file: jest would turn its import() into require().
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.js';

export default async function globalSetup() {
  const { startDatabase } = await import(pathToFileURL(bundle('test/setup/run-database.ts')).href);
  globalThis.stopTestDatabase = await startDatabase();
}
