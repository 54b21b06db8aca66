// Reminders before a stage is due: who gets one, once, and when nobody does.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { remindDeciders } from '../../src/review/remind-deciders.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { kill, startScript, until, untilItSays } from '../setup/children.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { startService, type Caller, type Person, type Place } from '../setup/service.ts';

let place: Place;
let as: Caller;
let agent: Caller;
let ada: Person;
let bob: Person;

const mailbox = await startMailServer();
const marque = await startService({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });
// Creates the queue, and lets it start.
await marque.service.jobs.send('sweep');
afterAll(async () => {
  await marque.close();
  await mailbox.close();
});

const setting = (key: string, body: unknown, context = 'organization') =>
  callsAs(marque, as).done('PATCH', `/settings/${key}?context=${context}`, body);
const setMailUp = () =>
  setting('email', { host: '127.0.0.1', port: mailbox.port, from: 'Acme <acme@example.com>' });
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3600_000);
const remind = (hours: number) => remindDeciders(marque.service, inHours(hours));
const propose = async (): Promise<string> => {
  const { id } = (await makeAsset(marque, agent)) as { id: string };
  return (await callsAs(marque, as).done('GET', `/proposals?target=${id}`)).body.data[0].id as string;
};
const accept = (by: Caller, id: string) =>
  callsAs(marque, by).done('POST', `/proposals/${id}/decision`, { decision: 'accept' });

beforeEach(async () => {
  place = await marque.makePlace();
  as = { cookie: (await marque.makeAdmin(place)).cookie };
  agent = await marque.makeKey(place, 'propose');
  ada = await marque.makeMember(place, 'write', { name: 'Ada' });
  bob = await marque.makeMember(place, 'write', { name: 'Bob' });
  await setting('review', {
    stages: [
      { id: 'art', name: 'Art', who: [{ person: ada.id }, { person: bob.id }], needs: 2, dueDays: 3 },
      { id: 'legal', name: 'Legal', who: [{ person: ada.id }], dueDays: 1 },
      { id: 'open', name: 'Open', who: ['approve'] },
    ],
    routes: [{ stages: ['art', 'legal', 'open'] }],
  });
  mailbox.mails.length = 0;
});

describe('before a stage is due', () => {
  it('each who can decide gets one mail for all their proposals, a day ahead, and never again', async () => {
    await setMailUp();
    const first = await propose();
    await propose();
    await accept(bob, first);
    expect(await remind(47)).toBe(0);
    expect(await remind(49)).toBe(2);
    const mails = (await mailbox.received(2)).toSorted((a, b) =>
      (a.to[0] ?? '').localeCompare(b.to[0] ?? ''),
    );
    const addressed = Object.fromEntries(mails.map(({ to, headers }) => [to[0], headers.subject]));
    expect(addressed).toEqual({
      [ada.email]: '2 proposals are waiting for your decision in Library',
      [bob.email]: '1 proposal is waiting for your decision in Library',
    });
    expect(mails[0]?.text).toContain(`${marque.url}/admin/review?waitingFor=me`);
    expect(await remind(49)).toBe(0);
    expect(await remind(500)).toBe(0);
  });

  it('the next stage reminds those who decide there, halfway if it lasts a day', async () => {
    await setMailUp();
    const id = await propose();
    await accept(ada, id);
    await accept(bob, id);
    expect(await remind(11)).toBe(0);
    expect(await remind(13)).toBe(1);
    expect((await mailbox.received(1))[0]?.to).toEqual([ada.email]);
    await accept(ada, id);
    expect(await remind(500)).toBe(0);
  });

  it('two processes remind once', async () => {
    await setMailUp();
    await propose();
    const sent = await Promise.all([remind(49), remind(49)]);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(await mailbox.received(2)).toHaveLength(2);
  });
});

describe('a process that is killed', () => {
  /** Starts one that waits at a table, and kills it there. */
  async function killAt(table: string): Promise<void> {
    const gate = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await gate.connect();
    await gate.query('begin');
    await gate.query(`lock table ${table} in share mode`);
    const child = startScript('test/proposals/reminding-process.ts', [inHours(49).toISOString()]);
    await untilItSays(child, 'starts;');
    await until(async () => {
      const waiting = await marque.service.db.query(
        `select 1 from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.relation = $1::regclass and not l.granted`,
        [table],
      );
      return waiting.length > 0;
    });
    await kill(child);
    await gate.end();
  }
  const remindersOf = async (id: string): Promise<string[]> => {
    const rows = await marque.service.db.query<{ person_id: string }>(
      'select person_id from marque.stage_reminders where proposal_id = $1',
      [id],
    );
    return rows.map((row) => row.person_id).sort();
  };

  it.each(['marque.stage_reminders', 'marque_jobs.job'])(
    'while it writes to %s has reminded nobody, and the next one reminds each once of each proposal',
    async (table) => {
      await setMailUp();
      const ids = [await propose(), await propose()];
      await killAt(table);
      for (const id of ids) expect(await remindersOf(id)).toEqual([]);
      expect(mailbox.mails).toEqual([]);
      expect(await remind(49)).toBe(2);
      for (const id of ids) expect(await remindersOf(id)).toEqual([ada.id, bob.id].sort());
      expect(await remind(49)).toBe(0);
      const mails = await mailbox.received(2);
      expect(mails.map(({ to, headers }) => [to[0], headers.subject]).sort()).toEqual(
        [ada, bob].map(({ email }) => [email, '2 proposals are waiting for your decision in Library']).sort(),
      );
    },
  );
});

describe('what is due soon, in the list', () => {
  /** Lets time pass for a proposal's stage. */
  const passes = (id: string, hours: number) =>
    marque.service.db.query(
      `update marque.proposals set stage_since = stage_since - $2 * interval '1 hour' where id = $1`,
      [id, hours],
    );
  const soon = async (by: Caller, more = '&waitingFor=me'): Promise<string[]> => {
    const { body } = await callsAs(marque, by).done('GET', `/proposals?due=soon${more}`);
    expect(body.total).toBe(body.data.length);
    return body.data.map((one: { id: string }) => one.id) as string[];
  };
  const cookie = (person: Person): Caller => ({ cookie: person.cookie });

  it('is what waits for me from a day ahead, overdue too, whether or not mail is set up', async () => {
    const id = await propose();
    await propose();
    await passes(id, 47);
    expect(await soon(cookie(ada))).toEqual([]);
    await passes(id, 2);
    expect(await soon(cookie(ada))).toEqual([id]);
    await passes(id, 500);
    expect(await soon(cookie(ada))).toEqual([id]);
    // Not what others decide on, nor what is in no stage with a due date.
    expect(await soon(as)).toEqual([]);
    expect(await soon(as, '')).toEqual([id]);
    await accept(cookie(ada), id);
    expect(await soon(cookie(ada))).toEqual([]);
    expect(await soon(cookie(bob))).toEqual([id]);
    await accept(cookie(bob), id);
    // The next stage has just begun.
    expect(await soon(cookie(ada))).toEqual([]);
    await passes(id, 13);
    expect(await soon(cookie(ada))).toEqual([id]);
    await accept(cookie(ada), id);
    expect(await soon(as, '&status=any')).toEqual([]);
  });

  it("isn't for those below, or of another workspace, and takes no other word", async () => {
    await passes(await propose(), 49);
    const reader = await marque.makeMember(place, 'read');
    expect((await callsAs(marque, cookie(reader)).call('GET', '/proposals?due=soon')).status).toBe(403);
    const stranger = await marque.makeMember(await marque.makePlace(), 'write');
    expect(await soon(cookie(stranger), '')).toEqual([]);
    const { status, body } = await callsAs(marque, as).call('GET', '/proposals?due=today');
    expect([status, body.error.detail.issues[0].path]).toEqual([400, 'due']);
  });
});

describe('nobody is reminded', () => {
  it('while mail is off, but once it is set up', async () => {
    await propose();
    expect(await remind(49)).toBe(0);
    await setMailUp();
    expect(await remind(49)).toBe(2);
  });

  it('of what was decided, withdrawn or deleted', async () => {
    await setMailUp();
    const rejected = await propose();
    await callsAs(marque, ada).done('POST', `/proposals/${rejected}/decision`, {
      decision: 'reject',
      note: 'No',
    });
    const { id } = (await makeAsset(marque, agent)) as { id: string };
    await callsAs(marque, as).done('DELETE', `/assets/${id}`);
    expect(await remind(500)).toBe(0);
  });

  it('who lost access', async () => {
    await setMailUp();
    await propose();
    await marque.service.db.query('delete from payload.grants where user_id = $1', [bob.id]);
    expect(await remind(49)).toBe(1);
    expect((await mailbox.received(1))[0]?.to).toEqual([ada.email]);
  });
});
