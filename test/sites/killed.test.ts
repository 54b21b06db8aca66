// A process that is killed in the middle of a deployment: the live one stays live, and the next process
// resumes the deployment.
import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { answerSite } from '../../src/sites/serve.ts';
import { kill, startScript, until, untilItSays } from '../setup/children.ts';
import { loseJobs } from '../setup/jobs.ts';
import { startService } from '../setup/service.ts';
import { site } from './zips.ts';

const marque = await startService();
const as = await marque.makeKey(await marque.makePlace(), 'write');
afterAll(() => marque.close());

const startOther = async () => {
  const child = startScript('test/core/transports/another-process.ts');
  return { child, at: `http://127.0.0.1:${/listens on (\d+)/.exec(await untilItSays(child, ';'))?.[1]}` };
};

it('a killed deployment leaves the old one live, and is completed by another process', async () => {
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
    const response = await answerSite(marque.service, {
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

  // It is paused where it stores what it has read, and killed there: however fast it is, it isn't live yet.
  const gate = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await gate.connect();
  await gate.query('begin');
  await gate.query('lock table marque.deployment_files in share mode');
  const zip = site({ 'index.html': 'new', 'more.txt': 'more' });
  const first = await startOther();
  const sent = await post(first.at, zip, false);
  expect(sent.body.data.state).toBe('checking');
  const isAtTheGate = async (): Promise<boolean> => {
    // Every test's database is a copy of the same template, with the same ids.
    const waiting = await marque.service.db.query(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.relation = 'marque.deployment_files'::regclass and not l.granted`,
    );
    return waiting.length > 0;
  };
  await until(isAtTheGate);
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

  await gate.end();
  await loseJobs(marque.service.db);
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
});
