// A process that is killed in the middle of a deployment: what was live stays live, and the deployment is taken up by the next process.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { kill, startScript, until, untilItSays } from '../setup/children.ts';
import { startService, type TestService } from '../setup/service.ts';
import { makeZip, site } from './zips.ts';

let marque: TestService;
let as: { key: string };

beforeAll(async () => {
  marque = await startService();
  as = await marque.makeKey(await marque.makePlace(), 'write');
});
afterAll(() => marque.close());

const startOther = async () => {
  const child = startScript('test/doors/another-process.ts');
  return { child, at: `http://127.0.0.1:${/listens on (\d+)/.exec(await untilItSays(child, ';'))?.[1]}` };
};

it('leaves the old one live, and the new one is finished by another process', async () => {
  const made = await marque.call('POST', '/api/v1/sites', { as, body: { name: 'Kept up' } });
  const { id, slug } = made.body.data as { id: string; slug: string };
  const post = (base: string, zip: Buffer, wait: boolean) =>
    marque.call('POST', `${base}/api/v1/sites/${id}/deployments?wait=${wait}`, {
      as,
      body: zip,
      headers: { 'content-type': 'application/zip' },
    });
  const old = await post(marque.url, site({ 'index.html': 'old' }), true);
  const shown = async (): Promise<string> => {
    const response = await marque.service.sites.answer({
      method: 'GET',
      url: new URL(`http://${slug}.sites.localhost/`),
      headers: new Headers({ host: `${slug}.sites.localhost` }),
      address: '',
      peer: '',
      body: null,
      signal: new AbortController().signal,
    });
    return response.body.kind === 'bytes' ? Buffer.from(response.body.bytes).toString() : '';
  };
  expect(await shown()).toBe('old');

  const filler = randomBytes(3000).toString('hex');
  const zip = makeZip([
    { name: 'index.html', content: 'new' },
    ...Array.from({ length: 15_000 }, (_, at) => ({ name: `f/${at}.txt`, content: `${at} ${filler}` })),
  ]);
  const first = await startOther();
  const sent = await post(first.at, zip, false);
  expect(sent.body.data.state).toBe('checking');
  const isHeld = async (): Promise<boolean> => {
    const [row] = await marque.service.db.query<{ held: boolean }>(
      `select not pg_try_advisory_xact_lock(hashtextextended('deployment ' || $1::text, 0)) as held`,
      [sent.body.data.id],
    );
    return row?.held ?? false;
  };
  await until(isHeld);
  await kill(first.child);

  const stateOf = async (): Promise<unknown> => {
    const { body } = await marque.call('GET', `/api/v1/sites/${id}/deployments`, { as });
    return (body.data as { id: string; state: string }[]).map((each) => [each.id, each.state]);
  };
  expect(await stateOf()).toEqual([
    [sent.body.data.id, 'checking'],
    [old.body.data.id, 'live'],
  ]);
  expect(await shown()).toBe('old');
  const indexed = await marque.service.db.query(
    'select 1 from marque.deployment_files where deployment_id = $1 limit 1',
    [sent.body.data.id],
  );
  expect(indexed).toEqual([]);

  const second = await startOther();
  try {
    await until(async () => JSON.stringify(await stateOf()).includes('replaced'));
    expect(await stateOf()).toEqual([
      [sent.body.data.id, 'live'],
      [old.body.data.id, 'replaced'],
    ]);
    expect(await shown()).toBe('new');
  } finally {
    await kill(second.child);
  }
}, 180_000);
