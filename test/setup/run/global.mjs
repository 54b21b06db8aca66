// Starts what all test files share. Not a .js file: jest would turn its import() into require().
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.js';
import { writeStandIns } from './packages.mjs';

const load = (file) => import(pathToFileURL(bundle(file)).href);

export default async function globalSetup() {
  await writeStandIns();
  const { startDatabase } = await load('test/setup/run/run-database.ts');
  const { offerSharedPanel } = await load('test/setup/run/shared-panel.ts');
  const stopDatabase = await startDatabase();
  const stopPanel = await offerSharedPanel();
  globalThis.stopShared = async () => {
    await stopPanel();
    await stopDatabase();
  };
}
