// jest loads this file itself, with its own module rules; what it calls is loaded like the service.
import { tsImport } from 'tsx/esm/api';

export default async function globalSetup() {
  const { startDatabase } = await tsImport('./run-database.ts', import.meta.url);
  globalThis.stopTestDatabase = await startDatabase();
}
