// review.notify: who is written to, once, and when nobody is.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tellReviewers } from '../../src/proposals/tell-reviewers.ts';
import { makeAsset } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { startMailServer, type MailServer } from '../setup/mail-server.ts';
import { startService, type Caller, type Place, type TestService } from '../setup/service.ts';

let mailbox: MailServer;
let marque: TestService;
let place: Place;
let as: Caller;
let agent: Caller;

beforeAll(async () => {
  mailbox = await startMailServer();
  marque = await startService({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });
  // Makes the queue, and lets it begin.
  await marque.service.jobs.send('sweep');
});
afterAll(async () => {
  await untilSent();
  await marque.close();
  await mailbox.close();
});
beforeEach(async () => {
  place = await marque.makePlace();
  const admin = await marque.makePerson();
  await marque.grant(admin.id, 'organization', place.organizationId, 'admin', { place });
  as = { cookie: admin.cookie };
  agent = await marque.makeKey(place, 'propose');
  mailbox.mails.length = 0;
});

/** No mail is on its way any more. */
const untilSent = () =>
  until(async () => {
    const rows = await marque.service.db.query(
      `select 1 from marque_jobs.job where state in ('created', 'active', 'retry')`,
    );
    return rows.length === 0;
  });
const minute = 60_000;
const inMinutes = (count: number): Date => new Date(Date.now() + count * minute);
const tell = (minutes = 2) => tellReviewers(marque.service, inMinutes(minutes));

async function set(key: string, body: unknown, context = 'organization'): Promise<void> {
  const reply = await marque.call('PATCH', `/api/v1/settings/${key}?context=${context}`, { as, body });
  expect(reply.status).toBe(200);
}
const setMailUp = () =>
  set('email', { host: '127.0.0.1', port: mailbox.port, from: 'Acme <acme@example.com>' });

describe('those who want to hear that something waits', () => {
  it('get one mail for all that came, and the next one for what came after it', async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com', 'bob@example.com'] });
    const asset = (await makeAsset(marque, agent)) as { id: string };
    await makeAsset(marque, agent);
    await marque.call('POST', `/api/v1/assets/${asset.id}/proposed-tags`, {
      as: agent,
      body: { tags: ['a'] },
    });
    expect(await tell()).toBe(2);
    const mails = await mailbox.received(2);
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(mails[0]?.headers.subject).toBe('3 proposals are waiting for review in Library');
    expect(mails[0]?.text).toContain('2 new assets, 1 tag suggestion');
    expect(mails[0]?.text).toContain(`${marque.url}/admin/review`);
    expect(await tell(30)).toBe(0);

    await makeAsset(marque, agent);
    expect(await tell(30)).toBe(0);
    expect(await tell(90)).toBe(2);
    expect((await mailbox.received(4))[3]?.headers.subject).toBe(
      '1 proposal is waiting for review in Library',
    );
    expect(await tell(200)).toBe(0);
  });

  it('are those of the workspace, where it names others than the organization', async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com'] });
    await set('review', { notify: ['eve@example.com'] }, 'workspace');
    await makeAsset(marque, agent);
    expect(await tell()).toBe(1);
    expect((await mailbox.received(1))[0]?.to).toEqual(['eve@example.com']);
  });

  it('hear of it from one of two processes that look at the same time', async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com'] });
    await makeAsset(marque, agent);
    const told = await Promise.all([tell(), tell()]);
    expect(told.sort()).toEqual([0, 1]);
  });
});

describe('nobody is written to', () => {
  it('where nobody is named, nothing waits any more, or it is another workspace’s', async () => {
    await setMailUp();
    const asset = (await makeAsset(marque, agent)) as { id: string };
    expect(await tell()).toBe(0);
    await set('review', { notify: ['ada@example.com'] });
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: { status: 'active' } });
    const elsewhere = await marque.makePlace();
    await makeAsset(marque, await marque.makeKey(elsewhere, 'propose'));
    expect(await tell()).toBe(0);
  });

  it('while no mail can be sent, and is then', async () => {
    await set('review', { notify: ['ada@example.com'] });
    await makeAsset(marque, agent);
    expect(await tell()).toBe(0);
    await setMailUp();
    expect(await tell()).toBe(1);
  });
});
