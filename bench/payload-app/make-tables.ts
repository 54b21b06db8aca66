// Makes the tables of the app: outside production, Payload does when it connects.
import { getPayload } from 'payload';
import config from './payload.config.ts';

await getPayload({ config, cron: false });
process.exit(0);
