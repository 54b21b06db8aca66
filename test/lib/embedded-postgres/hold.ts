// A process for tests to kill: locks a data folder and runs its database until told otherwise.
// Arguments: DATA_DIR lock|database|leave
import { startEmbedded } from '../../../src/lib/embedded-postgres/index.ts';
import { lockDataDir } from '../../../src/lib/embedded-postgres/folder-lock.ts';
import { createLog } from '../../../src/log.ts';

const [dataDir = '', what] = process.argv.slice(2);
await lockDataDir(dataDir);
if (what !== 'lock') {
  const log = createLog({ level: 'silent', production: true });
  await startEmbedded({ dataDir, log, durable: false });
}
process.stdout.write('holding\n');
if (what === 'leave') process.exit(0);
setInterval(() => undefined, 60_000);
