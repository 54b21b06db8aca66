// Reminders before a stage is due: who gets one, once, and when nobody does.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { remindDeciders } from '../../src/review/remind-deciders.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
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
      [ada.email]: '2 proposals wait for your decision in Library',
      [bob.email]: '1 proposal waits for your decision in Library',
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
