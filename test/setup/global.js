// jest loads this file itself, by rules of its own for modules; what it calls is read by the loader that runs the service.
import { tsImport } from 'tsx/esm/api';

export default async function globalSetup() {
  const { startDatabase } = await tsImport('./run-database.ts', import.meta.url);
  globalThis.stopTestDatabase = await startDatabase();
}
