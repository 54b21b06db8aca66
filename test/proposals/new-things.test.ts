// Proposed collections and share links: they exist once a person accepts, and not before.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { openShareLink } from '../shares/share-links.ts';
import { asEditor, marque, place, reader, scout, stranger } from './two-proposers.ts';

const agent = await agentOfFile(marque, scout.key);

const editor = callsAs(marque, asEditor);

async function propose(as: Caller, ...items: object[]) {
  const { status, body } = await callsAs(marque, as).call('POST', '/proposals', { items });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results;
}
const decide = (id: string, body: object, as: Caller = asEditor) =>
  callsAs(marque, as).call('POST', `/proposals/${id}/decision`, body);
const collectionsNamed = async (name: string) =>
  (await editor.done('GET', '/collections')).body.data.filter((one: { name: string }) => one.name === name);
const asset = async (): Promise<string> => ((await makeAsset(marque, asEditor)) as { id: string }).id;
const inWorkspace = { resource: 'workspace' };

describe('a proposed collection', () => {
  const collection = (change: object, target: object = inWorkspace) => ({
    kind: 'collection',
    target,
    change,
  });

  it('is created with its assets when a person accepts it, also edited', async () => {
    const [one, two] = [await asset(), await asset()];
    const change = { name: 'Harbours', description: 'By the sea', assets: [two, one] };
    const [result] = await propose(scout, { ...collection(change), note: 'They belong together' });
    expect(result).toMatchObject({
      outcome: 'created',
      proposal: {
        kind: 'collection',
        target: { resource: 'workspace', id: place.workspaceId },
        after: change,
        note: 'They belong together',
        status: 'waiting',
      },
    });
    expect(await collectionsNamed('Harbours')).toEqual([]);
    const waiting = await editor.done('GET', `/proposals?kind=collection&target=${place.workspaceId}`);
    expect(waiting.body.data.map(({ id }: { id: string }) => id)).toEqual([result.proposal.id]);
    const value = { ...change, name: 'Ports' };
    const { status, body } = await decide(result.proposal.id, { decision: 'accept', value });
    expect([status, body.data.status, body.data.after]).toMatchObject([200, 'accepted', value]);
    const [made] = await collectionsNamed('Ports');
    expect(made).toMatchObject({
      id: body.data.after.collection,
      description: 'By the sea',
      count: 2,
      parent: null,
    });
    const members = await editor.done('GET', `/collections/${made.id}/assets`);
    expect(members.body.data.map(({ id }: { id: string }) => id)).toEqual([two, one]);
    expect((await decide(result.proposal.id, { decision: 'accept' })).status).toBe(409);
  });

  it('is proposed once, can go into another one, and is stale when one of its name was made', async () => {
    const parent = await editor.create('/collections', { name: 'Outer' });
    const inside = collection({ name: 'Inner' }, { resource: 'collection', id: parent.id });
    const [first] = await propose(scout, inside);
    const [again] = await propose(scout, inside);
    expect(again).toMatchObject({ outcome: 'already_waiting', proposal: { id: first.proposal.id } });
    expect(first.proposal.target).toMatchObject({ resource: 'collection', id: parent.id, name: 'Outer' });
    await editor.create('/collections', { name: 'inner', parent: parent.id });
    const stale = await decide(first.proposal.id, { decision: 'accept' });
    expect([stale.status, stale.body.error.detail.present]).toEqual([409, { collectionsOfThisName: 1 }]);
    const value = { name: 'Inner two' };
    const { seen } = stale.body.error.detail;
    expect((await decide(first.proposal.id, { decision: 'accept', value, seen })).status).toBe(200);
    expect(await collectionsNamed('Inner two')).toMatchObject([{ parent: parent.id }]);
  });

  it('is rejected, withdrawn, and gone with the collection that it would go into', async () => {
    const parent = await editor.create('/collections', { name: 'Short-lived' });
    const [rejected, withdrawn] = await propose(
      scout,
      collection({ name: 'No' }),
      collection({ name: 'Never mind' }),
    );
    const [lost] = await propose(
      scout,
      collection({ name: 'Lost' }, { resource: 'collection', id: parent.id }),
    );
    expect((await decide(rejected.proposal.id, { decision: 'reject', note: 'Too small' })).status).toBe(200);
    await callsAs(marque, scout).done('DELETE', `/proposals/${withdrawn.proposal.id}`);
    await editor.done('DELETE', `/collections/${parent.id}`);
    expect((await decide(lost.proposal.id, { decision: 'accept' })).status).toBe(404);
    for (const name of ['No', 'Never mind', 'Lost']) expect(await collectionsNamed(name)).toEqual([]);
  });

  it('is refused for what is wrong with it, item by item, and below propose', async () => {
    const foreign = ((await makeAsset(marque, stranger)) as { id: string }).id;
    const nowhere = collection({ name: 'C' }, { resource: 'collection' });
    const [malformed] = await propose(scout, nowhere);
    expect([malformed.error.code, malformed.error.detail.issues[0].path]).toEqual([
      'invalid_request',
      'items[0].target.id',
    ]);
    const [empty, abroad, about, misspelled, expected] = await propose(
      scout,
      collection({ name: '' }),
      collection({ name: 'A', assets: [foreign] }),
      collection({ name: 'B' }, { resource: 'asset', id: foreign }),
      { kind: 'colection', target: inWorkspace, change: { name: 'D' } },
      { ...collection({ name: 'E' }), expected: { name: 'F' } },
    );
    const paths = ({ error }: { error: { detail: { issues: { path: string }[] } } }) =>
      error.detail.issues.map(({ path }) => path);
    expect(paths(empty)).toEqual(['items[0].change.name']);
    expect(paths(abroad)).toEqual(['items[1].change.assets[0]']);
    expect(paths(about)).toEqual(['items[2].target.resource']);
    expect(misspelled.error.message).toContain('"collection"');
    expect(paths(expected)).toEqual(['items[4].expected']);
    const below = await callsAs(marque, reader).call('POST', '/proposals', {
      items: [collection({ name: 'G' })],
    });
    expect(below.status).toBe(403);
    const [elsewhere] = await propose(
      stranger,
      collection({ name: 'H' }, { resource: 'workspace', id: place.workspaceId }),
    );
    expect(elsewhere.error.code).toBe('not_found');
    expect((await decide(crypto.randomUUID(), { decision: 'accept' })).status).toBe(404);
  });

  it('is seen and decided by those with write, and by no other workspace', async () => {
    const [{ proposal }] = await propose(scout, collection({ name: 'Seen' }));
    expect((await decide(proposal.id, { decision: 'accept' }, scout)).status).toBe(403);
    expect((await decide(proposal.id, { decision: 'accept' }, stranger)).status).toBe(404);
    const seenBy = async (as: Caller): Promise<boolean> => {
      const { body } = await callsAs(marque, as).done('GET', '/proposals?kind=collection');
      return body.data.some(({ id }: { id: string }) => id === proposal.id);
    };
    expect([await seenBy(asEditor), await seenBy(scout), await seenBy(stranger)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is a tool, whose errors name its own arguments', async () => {
    const { proposal, outcome } = await agent.done('propose_collection', {
      name: 'By tool',
      assets: [await asset()],
    });
    expect([proposal.kind, outcome]).toEqual(['collection', 'created']);
    const missing = await agent.refused('propose_collection', { name: 'x', assets: [crypto.randomUUID()] });
    expect(missing).toMatchObject({ code: 'invalid', detail: { issues: [{ path: 'assets[0]' }] } });
    expect(JSON.stringify(missing)).not.toContain('items[');
    expect(
      await agent.refused('propose_collection', { name: 'x', parent: crypto.randomUUID() }),
    ).toMatchObject({
      code: 'not_found',
    });
    expect((await agent.refused('create_collection', { name: 'x' })).message).toContain('propose_collection');
  });
});

describe('a proposed share link', () => {
  const share = (target: object, change: object = { kind: 'view' }) => ({ kind: 'share', target, change });

  it('is created when a person accepts it, who alone is shown its address', async () => {
    const id = await asset();
    const change = { kind: 'view', name: 'For the press', expiresAt: '2099-01-01T00:00:00Z' };
    const [{ proposal }] = await propose(scout, share({ resource: 'asset', id }, change));
    expect((await editor.done('GET', `/shares?asset=${id}`)).body.data).toEqual([]);
    const { status, body } = await decide(proposal.id, { decision: 'accept' });
    expect([status, body.data.after]).toMatchObject([200, change]);
    expect(body.once).toEqual({ share: body.data.after.share, url: expect.stringContaining('/s/') });
    const token = (body.once.url as string).split('/').at(-1) ?? '';
    expect((await openShareLink(marque, token)).body.data).toMatchObject({ name: 'For the press' });
    const stored = await callsAs(marque, scout).done('GET', `/proposals?status=any&target=${id}`);
    expect(JSON.stringify(stored.body)).not.toContain(token);
  });

  it('can be accepted among others, and for uploads', async () => {
    const collection = await editor.create('/collections', { name: 'Inbox' });
    const target = { resource: 'collection', id: collection.id };
    const [{ proposal }] = await propose(scout, share(target, { kind: 'upload' }));
    const { body } = await editor.done('POST', '/proposals/batch', {
      ids: [proposal.id],
      decision: 'accept',
    });
    expect(body.data).toMatchObject([{ ok: true, once: { url: expect.stringContaining('/s/') } }]);
    expect((await editor.done('GET', `/shares?collection=${collection.id}`)).body.data).toMatchObject([
      { kind: 'upload', collection: collection.id },
    ]);
  });

  it('is refused for what is wrong with it, and needs the share ability of whoever accepts', async () => {
    const id = await asset();
    const target = { resource: 'asset', id };
    const [upload, past, hidden] = await propose(
      scout,
      share(target, { kind: 'upload' }),
      share(target, { kind: 'view', expiresAt: '2001-01-01T00:00:00Z' }),
      share({ resource: 'asset', id: crypto.randomUUID() }),
    );
    expect(upload.error.detail.issues).toMatchObject([{ path: 'items[0].change.kind' }]);
    expect(past.error.detail.issues).toMatchObject([{ path: 'items[1].change.expiresAt' }]);
    expect(hidden.error.code).toBe('not_found');
    const limited = await marque.makeMember(place, 'write', { limits: ['share'] });
    const [{ proposal }] = await propose(scout, share(target));
    const refused = await decide(proposal.id, { decision: 'accept' }, { cookie: limited.cookie });
    expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'share' }]);
    expect((await editor.done('GET', `/proposals?target=${id}`)).body.data).toHaveLength(1);
    expect((await editor.done('GET', `/shares?asset=${id}`)).body.data).toEqual([]);
  });

  it('is a tool, whose errors name its own arguments', async () => {
    const id = await asset();
    expect((await agent.done('propose_share', { kind: 'view', asset: id })).proposal.target.id).toBe(id);
    expect((await agent.done('propose_share', { kind: 'review', asset: id })).proposal.after).toEqual({
      kind: 'review',
    });
    expect(await agent.refused('propose_share', { kind: 'upload', asset: id })).toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'kind' }] },
    });
    expect(await agent.refused('propose_share', { kind: 'view' })).toMatchObject({ code: 'invalid_request' });
    expect((await agent.refused('create_share', { kind: 'view', asset: id })).message).toContain(
      'propose_share',
    );
  });
});
