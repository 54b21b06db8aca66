// Events that only integrators get: decisions on proposals and jobs that were given up. And other names of those that changes have.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordGivenUp, withoutSecrets } from '../../src/core/events/given-up.ts';
import { inSqlTransaction } from '../../src/core/db/sql-transaction.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs, type Calls } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../setup/service.ts';
import { startReceiver, type Received, type Receiver } from './receiver.ts';

let marque: TestService;
let acme: Place;
let editor: Person, proposer: Person;
let asAdmin: Calls, write: Calls;
let receiver: Receiver;

beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0', FETCH_ALLOW: '127.0.0.1' });
  acme = await marque.makePlace('Acme');
  asAdmin = callsAs(marque, await marque.makeAdmin(acme, 'Ada Admin'));
  editor = await marque.makeMember(acme, 'write', { name: 'Edda Editor' });
  proposer = await marque.makeMember(acme, 'propose', { name: 'Pia Proposer' });
  write = callsAs(marque, editor);
  receiver = await startReceiver();
});
afterAll(async () => {
  await marque?.close();
  await receiver?.close();
});

async function newWebhook(types: string[], more: object = {}): Promise<string> {
  const made = await asAdmin.create('/webhooks', { url: `${receiver.url}/${types.join()}`, types, ...more });
  return made.id as string;
}

const remove = (webhook: string): Promise<unknown> => asAdmin.done('DELETE', `/webhooks/${webhook}`);

const typesOf = (list: unknown): string[] => (list as { type: string }[]).map(({ type }) => type);

const changesOf = async (as: Calls, cursor: string, types: string): Promise<string[]> =>
  typesOf((await as.done('GET', `/changes?cursor=${cursor}&types=${types}`)).body.data);

const cursorOf = async (as: Calls): Promise<string> => (await as.done('GET', '/changes')).body.next as string;

describe('the other name of a change', () => {
  it('is what a webhook that chose it gets, and others get the recorded one', async () => {
    const [updated, changed] = [await newWebhook(['collection.updated']), await newWebhook(['collection.*'])];
    const { id } = await write.create('/collections', { name: 'Spring' });
    await write.done('PATCH', `/collections/${String(id)}`, { name: 'Summer' });
    const { event } = await receiver.untilReceived(String(id), 'collection.updated');
    await receiver.untilReceived(String(id), 'collection.changed');
    expect([event.data?.name, event.previous]).toEqual(['Summer', { name: 'Spring' }]);
    const to = (path: string): string[] =>
      receiver.received.filter((one) => one.path === path).map((one) => one.event.type);
    expect(to('/collection.updated')).toEqual(['collection.updated']);
    expect(to('/collection.*')).toEqual(['collection.created', 'collection.changed']);
    await remove(updated);
    await remove(changed);
  });

  it('works in the change feed', async () => {
    const at = await cursorOf(write);
    const { id } = await write.create('/collections', { name: 'Autumn' });
    await write.done('PATCH', `/collections/${String(id)}`, { name: 'Winter' });
    expect(await changesOf(write, at, 'collection.updated')).toEqual(['collection.updated']);
    expect(await changesOf(write, at, 'collection.changed')).toEqual(['collection.changed']);
    expect(await changesOf(write, at, 'collection.updated,collection.*')).toEqual([
      'collection.created',
      'collection.changed',
    ]);
  });

  it('is listed with the type', async () => {
    const { data } = (await write.done('GET', '/events/types')).body;
    const types = data as unknown as { type: string; resource: string | null; aliases: string[] }[];
    const find = (asked: string) => types.find(({ type }) => type === asked);
    expect(find('asset.changed')?.aliases).toEqual(['asset.updated']);
    expect(find('portal.changed')?.aliases).toEqual(['portal.updated']);
    expect(find('asset.approved')?.aliases).toEqual([]);
    expect([find('proposal.decided')?.resource, find('job.failed')?.resource]).toEqual(['proposal', 'job']);
  });
});

describe('a decision on a proposal', () => {
  interface Listed {
    id: string;
    status: string;
  }

  async function suggest(as: Caller, tags: string[]): Promise<{ asset: string; proposal: string }> {
    const asset = String((await makeAsset(marque, editor)).id);
    await callsAs(marque, as).done('POST', `/assets/${asset}/proposed-tags`, { tags });
    const [proposal] = (await asAdmin.done('GET', `/proposals?target=${asset}&status=any`)).body
      .data as Listed[];
    return { asset, proposal: proposal?.id ?? '' };
  }

  const decisionsOn = (proposal: string): Received[] =>
    receiver.received.filter(({ event }) => event.resource?.id === proposal);

  it('is sent once, with the proposal as its operation returns it', async () => {
    const webhook = await newWebhook(['proposal.decided', 'asset.*']);
    const { asset, proposal } = await suggest(proposer, ['harbor']);
    await write.done('POST', `/proposals/${proposal}/decision`, { decision: 'accept', note: 'Fine' });
    const { event } = await receiver.untilReceived(proposal);
    const { body } = await asAdmin.done('GET', `/proposals/${proposal}`);
    expect(event).toMatchObject({
      type: 'proposal.decided',
      workspace: acme.workspaceId,
      actor: { kind: 'person', name: 'Edda Editor' },
      resource: { type: 'proposal', id: proposal },
      data: body.data,
      previous: { status: 'waiting' },
    });
    expect(event.data).toMatchObject({ status: 'accepted', decidedBy: 'Edda Editor', target: { id: asset } });
    await receiver.untilReceived(asset, 'asset.changed');
    expect(decisionsOn(proposal)).toHaveLength(1);
    for (const list of ['activity', 'audit', `assets/${asset}/activity`]) {
      const { data } = (await asAdmin.done('GET', `/${list}?limit=200`)).body;
      expect(typesOf(data)).not.toContain('proposal.decided');
    }
    await remove(webhook);
  });

  it('is sent for each of several, also rejected ones, parts and those of agents; withdrawn ones aren’t decided', async () => {
    const webhook = await newWebhook(['proposal.decided'], { ordered: true });
    const some = [await suggest(proposer, ['one']), await suggest(proposer, ['two'])];
    const withdrawn = await suggest(proposer, ['three']);
    await callsAs(marque, proposer).done('DELETE', `/proposals/${withdrawn.proposal}`);
    const ids = some.map(({ proposal }) => proposal);
    await write.done('POST', '/proposals/batch', { ids, decision: 'reject', note: 'No' });
    for (const id of ids) {
      const { event } = await receiver.untilReceived(id);
      expect(event.data).toMatchObject({ status: 'rejected', reviewNote: 'No' });
    }
    const parts = await suggest(proposer, ['left', 'right']);
    await write.done('PATCH', `/assets/${parts.asset}`, { tags: ['left'] });
    const listed = (await asAdmin.done('GET', `/proposals?target=${parts.asset}&status=accepted`)).body
      .data as Listed[];
    const part = await receiver.untilReceived(listed[0]?.id ?? '');
    expect(part.event.data).toMatchObject({ status: 'accepted', after: { tags: ['left'] } });

    const agent = await marque.makeKey(acme, 'propose');
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    await asAdmin.done('PATCH', '/settings/agents?context=workspace', {
      autoAccept: [{ key: agent.id, kind: 'tags', until: tomorrow, sample: 1000 }],
    });
    const { proposal } = await suggest(agent, ['moon']);
    const { event } = await receiver.untilReceived(proposal);
    expect(event).toMatchObject({
      actor: { kind: 'system', name: 'Marque' },
      data: { status: 'accepted', decidedBy: 'Marque' },
    });
    expect(decisionsOn(withdrawn.proposal)).toEqual([]);
    expect([...ids, listed[0]?.id ?? '', proposal].map((id) => decisionsOn(id).length)).toEqual([1, 1, 1, 1]);
    await remove(webhook);
  });

  it('is in the change feed of admins, and of nobody else', async () => {
    const [mine, theirs] = [await cursorOf(asAdmin), await cursorOf(write)];
    const { proposal } = await suggest(proposer, ['sea']);
    await write.done('POST', `/proposals/${proposal}/decision`, { decision: 'accept' });
    expect(await changesOf(asAdmin, mine, 'proposal.decided')).toEqual(['proposal.decided']);
    expect(await changesOf(write, theirs, 'proposal.decided')).toEqual([]);
  });
});

describe('a job that is given up', () => {
  /** Fails with its data in the message, for the last time. */
  async function giveUp(data: Record<string, unknown>): Promise<void> {
    await marque.service.jobs.send('brand-sync', data);
    const { db } = marque.service;
    await until(async () => {
      await db.query(
        `update marque_jobs.job set retry_count = retry_limit, start_after = now() where name = 'brand-sync' and state = 'retry'`,
      );
      const rows = await db.query(
        `select 1 from marque_jobs.job where name = 'brand-sync' and state = 'failed' and data->>'sync' = $1`,
        [data.sync],
      );
      return rows.length > 0;
    });
  }

  const jobsOf = (path: string): Received[] => receiver.received.filter((one) => one.path === path);

  it('is sent to its workspace’s webhooks, without secrets', async () => {
    const webhook = await newWebhook(['job.failed']);
    const thin = await newWebhook(['job.*'], { format: 'thin' });
    const other = await marque.makePlace('Other');
    const others = callsAs(marque, await marque.makeAdmin(other, 'Otto'));
    await others.create('/webhooks', { url: `${receiver.url}/others`, types: ['*'] });
    const subject = { type: 'brand', id: '0b8f4d1e-1111-4111-8111-111111111111' };
    const sync = 'https://ada:hush@git.example.com/acme?token=hidden-one';
    const [mine, theirs] = [await cursorOf(asAdmin), await cursorOf(write)];
    await giveUp({ sync, workspaceId: acme.workspaceId, subject });
    await until(async () => jobsOf('/job.failed').length > 0 && jobsOf('/job.*').length > 0);
    const [received] = jobsOf('/job.failed');
    expect(received?.event).toMatchObject({
      type: 'job.failed',
      organization: acme.organizationId,
      workspace: acme.workspaceId,
      actor: { kind: 'system' },
      resource: { type: 'job' },
      data: { id: received?.event.resource?.id, name: 'brand-sync', subject, attempts: expect.any(Number) },
    });
    expect(received?.event.data?.error).toMatch(/uuid: "https:\/\/git\.example\.com"$/);
    expect(received?.body).not.toMatch(/hush|hidden-one/);
    expect(jobsOf('/job.*')[0]?.event.data).toEqual({ id: received?.event.resource?.id });
    expect(jobsOf('/others').filter(({ event }) => event.type === 'job.failed')).toEqual([]);
    for (const list of ['activity', 'audit']) {
      const { data } = (await asAdmin.done('GET', `/${list}?limit=200`)).body;
      expect(typesOf(data)).not.toContain('job.failed');
    }
    expect(await changesOf(asAdmin, mine, 'job.failed')).toEqual(['job.failed']);
    expect(await changesOf(write, theirs, 'job.failed')).toEqual([]);
    await remove(webhook);
    await remove(thin);
  });

  it('of the whole server, or of a workspace that is gone, is nobody’s', async () => {
    const count = async (): Promise<number> =>
      (await marque.service.db.query(`select 1 from marque.events where type = 'job.failed'`)).length;
    const before = await count();
    await giveUp({ sync: 'of nobody' });
    await giveUp({ sync: 'of one that is gone', workspaceId: '0b8f4d1e-1111-4111-8111-111111111111' });
    expect(await count()).toBe(before);
  });

  it('that delivered one of these events to a listener isn’t told of again', async () => {
    const { db } = marque.service;
    const ofType = async (type: string): Promise<number> => {
      const [row] = await db.query<{ id: number }>(
        `select id from marque.events where type = $1 and workspace_id is not null order by id desc limit 1`,
        [type],
      );
      return row?.id ?? 0;
    };
    const count = async (): Promise<number> =>
      (await db.query(`select 1 from marque.events where type = 'job.failed'`)).length;
    const before = await count();
    const give = (event: number): Promise<void> =>
      inSqlTransaction(db.pool, (transaction) =>
        recordGivenUp(
          transaction,
          { id: '0b8f4d1e-1111-4111-8111-111111111111', name: 'hear-event', data: { event }, attempts: 11 },
          new Error('The listener is away.'),
        ),
      );
    await give(await ofType('job.failed'));
    expect(await count()).toBe(before);
    await give(await ofType('collection.created'));
    expect(await count()).toBe(before + 1);
  });
});

it('hides what could be a secret in an error', () => {
  expect(withoutSecrets('connect ECONNREFUSED 10.0.0.1:5432\nat …')).toBe(
    'connect ECONNREFUSED 10.0.0.1:5432',
  );
  expect(withoutSecrets('GET https://u:p@cdn.example.com/purge?key=abc failed')).toBe(
    'GET https://cdn.example.com failed',
  );
  expect(withoutSecrets('Authorization: Bearer abc.def')).not.toContain('abc');
  expect(withoutSecrets('wrong password=hush for 0b8f4d1e-1111-4111-8111-111111111111')).toBe(
    'wrong password=[hidden] for 0b8f4d1e-1111-4111-8111-111111111111',
  );
  expect(withoutSecrets(`whsec_${'a'.repeat(43)}=`)).toBe('[hidden]');
});
