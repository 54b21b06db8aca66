// Loads the config beside it as often as it's told, as `next dev` does after each edit: with new copies of every module of Marque's.
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { getPayload, handleEndpoints, reload, type SanitizedConfig } from 'payload';
import { attachedService } from '../../../src/core/service.ts';

const [file = '', editions = ''] = process.argv.slice(2);
const loaded = async (edition: number): Promise<SanitizedConfig> => {
  Object.assign(globalThis, { edition });
  const { default: config } = (await import(`${pathToFileURL(file).href}?edition=${edition}`)) as {
    default: Promise<SanitizedConfig>;
  };
  return config;
};
/** What runs all the time, and in this process. */
const listeners = (): number[] => process.eventNames().map((name) => process.listenerCount(name));
process.on('warning', ({ message }) => console.log(`warning ${message}`));

let config = await loaded(0);
const payload = await getPayload({ config, cron: false });
await attachedService(payload)?.jobs.send('sweep');
const before = listeners();
console.log('started');
await once(process.stdin, 'data');
for (let edition = 1; edition <= Number(editions); edition += 1) {
  config = await loaded(edition);
  await reload(config, payload, true);
  const { status } = await handleEndpoints({
    config,
    request: new Request(`${process.env.SERVER_URL}/api/v1/me`),
  });
  console.log(`edition ${edition}: ${status}`);
  // So that more than requests runs when the next one comes.
  await attachedService(payload)?.jobs.send('sweep');
}
console.log(`listeners ${JSON.stringify(before) === JSON.stringify(listeners()) ? 'as before' : 'added'}`);
console.log('reloaded');
