// A process that is killed in the middle of a sync with a Git repository: another process completes it, once.
import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { kill, startScript, until, untilItSays } from '../../setup/children.ts';
import { loseJobs } from '../../setup/jobs.ts';
import { startService } from '../../setup/service.ts';
import { callsAs } from '../../setup/callers.ts';
import { makeDefaultBrand } from '../brand.ts';
import { startGitServer } from './git-server.ts';

const server = await startGitServer();
const marque = await startService({ FETCH_ALLOW: server.host });
const place = await marque.makePlace('Acme');
const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
await makeDefaultBrand(marque, place);
afterAll(async () => {
  await marque.close();
  await server.close();
});

it('a killed sync is taken over by another process, which pushes what the first did not', async () => {
  const as = { cookie: editor.cookie };
  const write = callsAs(marque, as);
  const { slug } = (await write.done('POST', '/brands', { name: 'Kept up' })).body.data as { slug: string };
  const { url: remote } = await server.makeRepository('killed');
  await write.done('PUT', `/brands/${slug}/source`, { remote });
  const child = startScript('test/core/transports/another-process.ts');
  const port = /listens on (\d+)/.exec(await untilItSays(child, ';'))?.[1];
  const stateNow = async (): Promise<string> =>
    (await write.done('GET', `/brands/${slug}/source/sync`)).body.data.state as string;

  const gate = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await gate.connect();
  try {
    await gate.query('begin; lock table marque.brand_agreements in access exclusive mode');
    const asked = await marque.call('POST', `http://127.0.0.1:${port}/api/v1/brands/${slug}/source/sync`, {
      as,
      body: { direction: 'push' },
    });
    expect(asked.status).toBe(202);
    await until(async () => {
      const waiting = await marque.service.db.query(
        `select 1 from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.relation = 'marque.brand_agreements'::regclass and not l.granted`,
      );
      return waiting.length > 0;
    });
    expect(await stateNow()).toBe('running');
    await kill(child);
  } finally {
    await gate.end();
  }
  expect(await stateNow()).toBe('running');
  await loseJobs(marque.service.db);
  await until(async () => (await stateNow()) !== 'running');
  expect(await stateNow()).toBe('done');
  expect(await server.git('killed', 'log', '--format=%s', 'main')).toContain('Brand Kept up');
});
