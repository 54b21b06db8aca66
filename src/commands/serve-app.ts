// marque start
// Serves the Payload app in the working folder with our server. `next build` has to have run.
import { startServer } from '../start-server.ts';
import { loadConfig } from './app-config.ts';

await startServer({ config: loadConfig, folder: process.cwd() });
