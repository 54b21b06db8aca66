// The service under test, in a separate process: it watches its own event loop and reports to the runner on
// request.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startService } from '../setup/service.ts';

const marque = await startService({ RATE_LIMIT: '0' });
const place = await marque.makePlace();
const person = await marque.makeAdmin(place);
const keys: Record<string, string> = {};
for (const scope of ['read', 'propose', 'write', 'admin'] as const)
  keys[scope] = (await marque.makeKey(place, scope)).key;
const collection = await marque.makeCollection(place);
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset();
    process.send?.({ kind: 'reset' });
  } else process.send?.({ kind: 'delay', ms: delay.max / 1e6 });
});
process.send?.({
  kind: 'ready',
  url: marque.url,
  keys,
  cookie: person.cookie,
  ids: [collection, place.workspaceId],
});
