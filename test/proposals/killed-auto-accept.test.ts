// A process that is killed while it accepts a proposal automatically: nothing of it stays, and the next process accepts it, once.
import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { acceptAutomatically } from '../../src/review/accept-automatically.ts';
import { makeAsset } from '../assets/library.ts';
import { kill, startScript, until, untilItSays } from '../setup/children.ts';
import { eventsOf } from '../setup/events.ts';
import { loseJobs } from '../setup/jobs.ts';
import { startService } from '../setup/service.ts';

const marque = await startService();
afterAll(() => marque.close());
const place = await marque.makePlace();
const admin = { cookie: (await marque.makeAdmin(place)).cookie };

const startOther = async () => {
  const child = startScript('test/core/transports/another-process.ts');
  return { child, at: `http://127.0.0.1:${/listens on (\d+)/.exec(await untilItSays(child, ';'))?.[1]}` };
};

it('accepts it exactly once', async () => {
  const agent = await marque.makeKey(place, 'propose');
  const { id } = await makeAsset(marque, admin, { title: 'Old' });
  const until2099 = '2099-01-01T00:00:00Z';
  const set = await marque.call('PATCH', '/api/v1/settings/agents?context=workspace', {
    as: admin,
    body: { autoAccept: [{ key: agent.id, kind: 'title', until: until2099, sample: 10 }] },
  });
  expect(set.status).toBe(200);

  // It is paused where it writes the asset, after it has closed the proposal, and killed there.
  const gate = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await gate.connect();
  await gate.query('begin');
  await gate.query('lock table assets in share mode');
  const first = await startOther();
  const { body } = await marque.call('POST', `${first.at}/api/v1/proposals`, {
    as: agent,
    body: { items: [{ kind: 'title', target: { resource: 'asset', id }, change: { title: 'New' } }] },
  });
  expect(body.data.results[0].proposal).toMatchObject({ status: 'waiting', auto: 'due' });
  await until(async () => {
    const waiting = await marque.service.db.query(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.relation = 'assets'::regclass and not l.granted`,
    );
    return waiting.length > 0;
  });
  await kill(first.child);
  const proposal = async () => {
    const reply = await marque.call('GET', '/api/v1/proposals?status=any', { as: admin });
    return reply.body.data[0];
  };
  expect(await proposal()).toMatchObject({ status: 'waiting', auto: 'due' });
  await gate.end();
  await loseJobs(marque.service.db);
  // Starts the workers of this process, which take the job over.
  await marque.service.jobs.send('sweep');
  await until(async () => (await proposal()).status === 'accepted');
  await acceptAutomatically(marque.service);
  const { body: asset } = await marque.call('GET', `/api/v1/assets/${id}`, { as: admin });
  expect(asset.data.metadata.title).toBe('New');
  const events = await eventsOf(marque, id);
  expect(events.filter((type) => type === 'proposal.accepted_automatically')).toHaveLength(1);
  expect(events.filter((type) => type === 'asset.changed')).toHaveLength(1);
});
