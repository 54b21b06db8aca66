// Marque as an app of its own: the server around payload.config.ts.
import { ownFolder } from './lib/own-package.ts';
import { startServer } from './start-server.ts';

await startServer({ config: () => import('../payload.config.ts'), folder: ownFolder(), build: true });
