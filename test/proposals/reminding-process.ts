// A process of its own that reminds people of what is due at a time, and says when it's done.
import { getPayload } from 'payload';
import config from '../../payload.config.ts';
import { serviceOf } from '../../src/core/service.ts';
import { remindDeciders } from '../../src/review/remind-deciders.ts';

const service = serviceOf(await getPayload({ config, cron: false }));
console.log('starts;');
await remindDeciders(service, new Date(process.argv[2] ?? ''));
console.log('done;');
