// review.notify: who gets a mail, once, and when no one does.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tellReviewers } from '../../src/review/tell-reviewers.ts';
import { makeAsset } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { startService, type Caller, type Place } from '../setup/service.ts';

let place: Place;
let as: Caller;
let agent: Caller;

const mailbox = await startMailServer();
const marque = await startService({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });
// Creates the queue, and lets it start.
await marque.service.jobs.send('sweep');
afterAll(async () => {
  await untilSent();
  await marque.close();
  await mailbox.close();
});
beforeEach(async () => {
  place = await marque.makePlace();
  const admin = await marque.makeAdmin(place);
  as = { cookie: admin.cookie };
  agent = await marque.makeKey(place, 'propose');
  mailbox.mails.length = 0;
});

/** No mail is being sent any more. */
const untilSent = () =>
  until(async () => {
    const rows = await marque.service.db.query(
      `select 1 from marque_jobs.job where state in ('created', 'active', 'retry')`,
    );
    return rows.length === 0;
  });
const minute = 60_000;
const inMinutes = (count: number): Date => new Date(Date.now() + count * minute);
const notify = (minutes = 2) => tellReviewers(marque.service, inMinutes(minutes));

async function set(key: string, body: unknown, context = 'organization'): Promise<void> {
  const reply = await marque.call('PATCH', `/api/v1/settings/${key}?context=${context}`, { as, body });
  expect(reply.status).toBe(200);
}
const setMailUp = () =>
  set('email', { host: '127.0.0.1', port: mailbox.port, from: 'Acme <acme@example.com>' });

describe('reviewers to notify', () => {
  it('get one mail for all new proposals, and the next one for later proposals', async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com', 'bob@example.com'] });
    const asset = (await makeAsset(marque, agent)) as { id: string };
    await makeAsset(marque, agent);
    await marque.call('POST', `/api/v1/assets/${asset.id}/proposed-tags`, {
      as: agent,
      body: { tags: ['a'] },
    });
    expect(await notify()).toBe(2);
    const mails = await mailbox.received(2);
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(mails[0]?.headers.subject).toBe('3 proposals are waiting for review in Library');
    expect(mails[0]?.text).toContain('2 new assets, 1 tag suggestion');
    expect(mails[0]?.text).toContain(`${marque.url}/admin/review`);
    expect(await notify(30)).toBe(0);

    await makeAsset(marque, agent);
    expect(await notify(30)).toBe(0);
    expect(await notify(90)).toBe(2);
    expect((await mailbox.received(4))[3]?.headers.subject).toBe(
      '1 proposal is waiting for review in Library',
    );
    expect(await notify(200)).toBe(0);
  });

  it("are the workspace's, if it names others than the organization", async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com'] });
    await set('review', { notify: ['eve@example.com'] }, 'workspace');
    await makeAsset(marque, agent);
    expect(await notify()).toBe(1);
    expect((await mailbox.received(1))[0]?.to).toEqual(['eve@example.com']);
  });

  it('are notified by only one of two processes that check at the same time', async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com'] });
    await makeAsset(marque, agent);
    const sent = await Promise.all([notify(), notify()]);
    expect(sent.sort()).toEqual([0, 1]);
  });
});

describe('no one is notified', () => {
  it('if no one is listed, nothing waits any more, or it is another workspace’s', async () => {
    await setMailUp();
    const asset = (await makeAsset(marque, agent)) as { id: string };
    expect(await notify()).toBe(0);
    await set('review', { notify: ['ada@example.com'] });
    await marque.call('PATCH', `/api/v1/assets/${asset.id}`, { as, body: { status: 'active' } });
    const elsewhere = await marque.makePlace();
    await makeAsset(marque, await marque.makeKey(elsewhere, 'propose'));
    expect(await notify()).toBe(0);
  });

  it('of what Marque is about to accept itself', async () => {
    await setMailUp();
    await set('review', { notify: ['ada@example.com'] });
    const { id } = (await makeAsset(marque, agent)) as { id: string };
    const mark = (auto: string | null) =>
      marque.service.db.query('update marque.proposals set auto = $2 where asset_id = $1', [id, auto]);
    await mark('due');
    expect(await notify()).toBe(0);
    await mark('sample');
    expect(await notify()).toBe(1);
  });

  it('while no mail can be sent, only later', async () => {
    await set('review', { notify: ['ada@example.com'] });
    await makeAsset(marque, agent);
    expect(await notify()).toBe(0);
    await setMailUp();
    expect(await notify()).toBe(1);
  });
});
