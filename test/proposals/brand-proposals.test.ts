// Proposed rules and pages of a brand, the list of all proposals, and an agent that uses it.
import { describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { issuePaths } from '../setup/issues.ts';
import { brandId, callAs, decide, doneAs, list, suggestTags } from './queue.ts';
import { asEditor, marque, other, place, reader, scout, stranger } from './two-proposers.ts';

const tools = await agentOfFile(marque, scout.key);

describe('suggested rules and pages', () => {
  const proposeGreeting = async (value: string, as: Caller = scout) =>
    (
      await callsAs(marque, as).done('POST', '/brand/proposed-rules', {
        set: [{ key: 'voice.greeting', value }],
        note: 'Friendlier',
      })
    ).body.data;
  const greeting = async () =>
    (await callsAs(marque, reader).done('GET', '/brand/rules')).body.data.find(
      ({ key }: { key: string }) => key === 'voice.greeting',
    ).value;

  it('change nothing until they are accepted, and then create one version', async () => {
    const proposal = await proposeGreeting('Hi!');
    expect(proposal).toMatchObject({
      kind: 'rule',
      target: { resource: 'brand', id: brandId, slug: 'acme' },
      before: { rules: [{ key: 'voice.greeting', value: 'Hello.' }] },
      after: { set: [{ key: 'voice.greeting', value: 'Hi!', type: 'text' }], remove: [] },
      note: 'Friendlier',
      status: 'waiting',
    });
    expect(await greeting()).toBe('Hello.');
    expect((await proposeGreeting('Hi!')).id).toBe(proposal.id);
    expect((await decide(asEditor, proposal.id, { decision: 'accept' })).status).toBe(200);
    expect(await greeting()).toBe('Hi!');
    expect((await eventsOf(marque, brandId)).slice(-2)).toEqual([
      'brand.rule_proposed',
      'brand.rules_changed',
    ]);
  });

  it('that no longer fit are a conflict with the current state', async () => {
    const proposal = await proposeGreeting('Hey.');
    await callsAs(marque, asEditor).done('PATCH', '/brand/rules', {
      set: [{ key: 'voice.greeting', value: 'Ahoy.' }],
    });
    const late = await decide(asEditor, proposal.id, { decision: 'accept' });
    expect(late.status).toBe(409);
    expect(late.body.error.detail.present.rules).toMatchObject([{ value: 'Ahoy.' }]);
    expect(await greeting()).toBe('Ahoy.');
    // A reviewer who got the conflict can accept what fits, and only over the state they got.
    const { seen } = late.body.error.detail;
    const value = { set: [{ key: 'voice.greeting', value: 'Ahoy, hey.' }] };
    expect((await decide(asEditor, proposal.id, { decision: 'accept', value })).status).toBe(409);
    expect((await decide(asEditor, proposal.id, { decision: 'accept', value, seen: 'x' })).status).toBe(409);
    expect((await decide(asEditor, proposal.id, { decision: 'accept', seen })).body.error).toMatchObject({
      code: 'invalid_request',
      detail: { issues: [{ path: 'value' }] },
    });
    const other = await proposeGreeting('Hey there.');
    await callsAs(marque, asEditor).done('PATCH', '/brand/rules', {
      set: [{ key: 'voice.greeting', value: 'Ahoy!' }],
    });
    const moved = await decide(asEditor, proposal.id, { decision: 'accept', value, seen });
    expect([moved.status, moved.body.error.detail.present.rules[0].value]).toEqual([409, 'Ahoy!']);
    expect(await greeting()).toBe('Ahoy!');
    const knowing = { decision: 'accept', value, seen: moved.body.error.detail.seen };
    expect((await decide(asEditor, other.id, knowing)).body.data).toMatchObject({ status: 'accepted' });
    expect(await greeting()).toBe('Ahoy, hey.');
    expect(
      (await decide(asEditor, proposal.id, { decision: 'reject', note: 'We settled on Ahoy' })).status,
    ).toBe(200);
    expect(await list(scout, '?by=me&status=rejected&kind=rule')).toMatchObject([
      { reviewNote: 'We settled on Ahoy' },
    ]);
  });

  it('accept seen only if something can have changed since', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await suggestTags(scout, id, ['plain']);
    const [proposal] = await list(asEditor, `?target=${id}`);
    const refused = await decide(asEditor, proposal.id, {
      decision: 'accept',
      value: { tags: ['plain'] },
      seen: 'x',
    });
    expect(refused.body.error).toMatchObject({ code: 'invalid', detail: { issues: [{ path: 'seen' }] } });
  });

  it('are validated like a write, and accepted with edits', async () => {
    const call = callAs(scout);
    const bad = await call('POST', '/brand/proposed-rules', {
      set: [{ key: 'color.primary', value: 'red' }],
    });
    expect(bad.status).toBe(422);
    expect(bad.body.error.detail.issues[0].path).toBe('set[0].value');
    const proposal = await proposeGreeting('Yo.');
    const wrong = await decide(asEditor, proposal.id, { decision: 'accept', value: { put: [] } });
    expect(wrong.status).toBe(400);
    expect(issuePaths(wrong)).toContain('value.put');
    const value = { set: [{ key: 'voice.greeting', value: 'Good day.' }] };
    expect(
      (await decide(asEditor, proposal.id, { decision: 'accept', value })).body.data.after.set,
    ).toMatchObject([{ value: 'Good day.' }]);
    expect(await greeting()).toBe('Good day.');
  });

  it('create a page, whole or in steps', async () => {
    const agent = callsAs(marque, scout);
    const content = {
      title: 'Color',
      sections: [{ template: 'palette', title: 'Ours', keys: ['color.primary'] }],
    };
    const whole = (await agent.done('POST', '/brands/acme/proposed-pages/color', { content })).body.data;
    expect(whole).toMatchObject({ kind: 'page', before: { slug: 'color', page: null } });
    const get = () => callsAs(marque, asEditor).call('GET', '/brands/acme/pages/color');
    expect((await get()).status).toBe(404);
    expect((await decide(asEditor, whole.id, { decision: 'accept' })).status).toBe(200);
    expect((await get()).body.data.page).toMatchObject({ title: 'Color', sections: [{ title: 'Ours' }] });

    const ops = [{ op: 'page', set: { title: 'Colors' } }];
    const step = (await agent.done('POST', '/brands/acme/proposed-pages/color', { ops })).body.data;
    expect(step.before.page.title).toBe('Color');
    expect(step.after.page.title).toBe('Colors');
    expect((await decide(asEditor, step.id, { decision: 'accept' })).status).toBe(200);
    expect((await get()).body.data.page.title).toBe('Colors');
    expect((await agent.call('POST', '/brands/acme/proposed-pages/none', { ops })).status).toBe(404);
    expect((await agent.call('POST', '/brands/acme/proposed-pages/color', {})).status).toBe(400);
  });
});

describe('a proposed deletion of a page', () => {
  const agent = callsAs(marque, scout);
  const editor = callsAs(marque, asEditor);
  const pages = '/brands/acme/pages';
  const save = (slug: string, content: object = {}) =>
    editor.done('PUT', `${pages}/${slug}`, { title: slug, ...content });
  const propose = (slug: string, as = agent) =>
    as.call('POST', `/brands/acme/proposed-pages/${slug}`, { delete: true, note: 'Nobody reads it.' });
  const exists = async (slug: string): Promise<boolean> =>
    (await editor.call('GET', `${pages}/${slug}`)).status === 200;
  const inItem = async (as: Caller, page: unknown, target: object = { resource: 'brand', id: brandId }) => {
    const item = { kind: 'page_deletion', target, change: { page } };
    return (await callAs(as)('POST', '/proposals', { items: [item] })).body.data.results[0];
  };

  it('waits with the page as it is, and deletes it once accepted', async () => {
    await save('press', { sections: [{ template: 'text', body: 'Call us.' }] });
    const { status, body } = await propose('press');
    expect([status, body.data]).toMatchObject([
      201,
      {
        kind: 'page_deletion',
        target: { resource: 'brand', id: brandId, slug: 'acme' },
        before: { page: { slug: 'press', sections: [{ body: 'Call us.' }] } },
        after: { page: 'press' },
        note: 'Nobody reads it.',
      },
    ]);
    expect(await exists('press')).toBe(true);
    expect((await propose('press')).body.data.id).toBe(body.data.id);
    const again = await inItem(scout, 'press');
    expect([again.outcome, again.proposal.id]).toEqual(['already_waiting', body.data.id]);
    expect((await decide(asEditor, body.data.id, { decision: 'accept' })).status).toBe(200);
    expect(await exists('press')).toBe(false);
    expect((await eventsOf(marque, brandId)).slice(-2)).toEqual([
      'brand.page_deletion_proposed',
      'brand.pages_changed',
    ]);
    expect((await decide(asEditor, body.data.id, { decision: 'accept' })).status).toBe(409);
  });

  it('rejected, the page stays', async () => {
    await save('jobs');
    const { proposal } = await inItem(scout, 'jobs', { resource: 'brand', slug: 'acme' });
    const { body } = await decide(asEditor, proposal.id, { decision: 'reject', note: 'We still hire.' });
    expect([body.data.status, await exists('jobs')]).toEqual(['rejected', true]);
    expect((await eventsOf(marque, brandId)).at(-1)).toBe('brand.page_deletion_proposal_rejected');
  });

  it('is a conflict if the page changed, and deletes what it is now only for who has seen that', async () => {
    await save('shops');
    await save('offices');
    const { id } = (await propose('shops')).body.data;
    await save('shops', { title: 'Our shops' });
    const late = await decide(asEditor, id, { decision: 'accept' });
    expect([late.status, late.body.error.detail.present.page.title]).toEqual([409, 'Our shops']);
    const { seen } = late.body.error.detail;
    const other = { decision: 'accept', value: { page: 'offices' }, seen };
    const refused = await decide(asEditor, id, other);
    expect([refused.status, issuePaths(refused)]).toEqual([422, ['value.page']]);
    expect([await exists('shops'), await exists('offices')]).toEqual([true, true]);
    const seenToo = await decide(asEditor, id, { ...other, value: { page: 'shops' } });
    expect([seenToo.status, await exists('shops')]).toEqual([200, false]);

    const gone = (await propose('offices')).body.data.id;
    await editor.done('DELETE', `${pages}/offices`);
    const tooLate = await decide(asEditor, gone, { decision: 'accept' });
    expect([tooLate.status, tooLate.body.error.detail.present]).toEqual([409, { page: null }]);
    const insisted = { value: { page: 'offices' }, seen: tooLate.body.error.detail.seen };
    expect((await decide(asEditor, gone, { decision: 'accept', ...insisted })).status).toBe(409);
  });

  it('is refused for a page that is missing or has subpages, then too if it got some since', async () => {
    await save('about');
    const { id } = (await propose('about')).body.data;
    await save('team', { parent: 'about' });
    const late = await decide(asEditor, id, { decision: 'accept' });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining('"team"')]);
    expect((await propose('about')).status).toBe(409);
    expect((await inItem(scout, 'about')).error.code).toBe('conflict');
    expect((await propose('nowhere')).body.error.code).toBe('not_found');
    expect((await inItem(scout, 'nowhere')).error.code).toBe('not_found');
    expect((await inItem(scout, 7)).error.code).toBe('invalid_request');
    expect((await inItem(scout, 'team', { resource: 'workspace' })).error.code).toBe('invalid_request');
    const both = { delete: true, content: { title: 'Team' } };
    expect((await agent.call('POST', '/brands/acme/proposed-pages/team', both)).status).toBe(400);
    const no = { delete: false };
    expect((await agent.call('POST', '/brands/acme/proposed-pages/team', no)).status).toBe(400);
  });

  it("is refused below propose, from another workspace, and for who can't delete", async () => {
    await save('legal');
    expect((await propose('legal', callsAs(marque, reader))).status).toBe(403);
    expect((await propose('legal', callsAs(marque, stranger))).status).toBe(404);
    expect((await inItem(stranger, 'legal')).error.code).toBe('not_found');
    const { id } = (await propose('legal')).body.data;
    expect((await decide(stranger, id, { decision: 'accept' })).status).toBe(404);
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });
    expect((await decide({ cookie: limited.cookie }, id, { decision: 'accept' })).status).toBe(403);
    const batch = { ids: [id], decision: 'accept' };
    const { body } = await callAs({ cookie: limited.cookie })('POST', '/proposals/batch', batch);
    expect(body.data).toMatchObject([{ error: { code: 'forbidden' } }]);
    expect(await exists('legal')).toBe(true);
  });

  it('is proposed by the tool propose_page, which a refused delete_page names', async () => {
    await save('old');
    const args = { brand: 'acme', page: 'old' };
    expect((await tools.refused('delete_page', args)).message).toContain('propose_page');
    const { data } = await tools.done('propose_page', { ...args, delete: true });
    expect(data).toMatchObject({ kind: 'page_deletion', after: { page: 'old' } });
    expect(await exists('old')).toBe(true);
    expect((await tools.refused('propose_page', args)).message).toContain('content, ops and delete');
  });

  it('names the page by its slug, of which an old one is corrected', async () => {
    await save('pitch', { aliases: ['old-pitch'] });
    const { error } = await inItem(scout, 'old-pitch');
    expect([error.code, error.message]).toEqual(['invalid', expect.stringContaining('now pitch')]);
    const { data } = (await propose('old-pitch')).body;
    expect(data.after).toEqual({ page: 'pitch' });
    expect(await inItem(scout, 'pitch')).toMatchObject({
      outcome: 'already_waiting',
      proposal: { id: data.id },
    });
  });

  it('is judged by what links to the page', async () => {
    await save('voice');
    await save('tone', { slug: 'tone', sections: [{ template: 'pages', props: { under: 'voice' } }] });
    await save('words', { parent: 'voice' });
    await save('writing', {
      sections: [
        {
          id: 'text',
          template: 'text',
          body: 'See [the voice](voice#short) and [Acme](https://acme.example).',
        },
        { id: 'list', template: 'links', items: [{ title: 'Voice', href: 'page:old-voice' }] },
        { id: 'none', template: 'text', body: 'The voice of [writing](writing).' },
      ],
    });
    await save('voice', { aliases: ['old-voice'] });
    const usage = 'As [we speak](voice).';
    await editor.done('PATCH', '/brand/rules', { set: [{ key: 'voice.greeting', usage }] });
    const links = async (slug: string, as = agent) => as.call('GET', `${pages}/${slug}/links`);
    expect((await links('old-voice')).body.data).toEqual({
      pages: [
        { slug: 'tone', title: 'tone', sections: [expect.any(String)] },
        { slug: 'writing', title: 'writing', sections: ['text', 'list'] },
      ],
      rules: [{ key: 'voice.greeting', context: null, label: expect.any(String) }],
      subpages: [{ slug: 'words', title: 'words' }],
    });
    expect((await links('writing')).body.data).toEqual({ pages: [], rules: [], subpages: [] });
    expect((await links('nowhere')).status).toBe(404);
    expect((await links('voice', callsAs(marque, stranger))).status).toBe(404);
  });
});

describe('the list', () => {
  it('shows an agent its own, a writer everything they can write, a reader nothing', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await suggestTags(other, id, ['from the other agent']);
    const own = await list(scout, '?status=any&limit=200');
    expect(own.length).toBeGreaterThan(5);
    const everything = await list(asEditor, '?status=any&limit=200');
    expect(everything.length).toBeGreaterThan(own.length);
    expect(await list(scout, `?status=any&by=${other.id}`)).toEqual([]);
    expect((await list(asEditor, `?status=any&by=${other.id}`)).length).toBeGreaterThan(0);
    expect((await callsAs(marque, reader).call('GET', '/proposals')).status).toBe(403);
    expect(await list(stranger, '?status=any')).toEqual([]);
    expect((await callsAs(marque, asEditor).call('GET', '/proposals?by=nobody')).status).toBe(400);
  });

  it('pages newest first and counts every match', async () => {
    const done = doneAs(asEditor);
    const first = (await done('GET', '/proposals?status=any&limit=3')).body;
    const second = (await done('GET', `/proposals?status=any&limit=3&before=${first.next}`)).body;
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(first.total).toBe(second.total);
    expect(first.data[0].createdAt >= first.data[2].createdAt).toBe(true);
    // As agents sent it before there was `cursor`.
    const mine = await tools.done('my_proposals', { limit: 3 });
    const older = await tools.done('my_proposals', { limit: 3, before: mine.next });
    expect(older).toEqual(await tools.done('my_proposals', { limit: 3, cursor: mine.next }));
    expect(older.data[0].id).not.toBe(mine.data[0].id);
  });

  it("contains only one collection's proposals for someone with access to only that", async () => {
    const collection = await marque.makeCollection(place);
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'collection', collection, 'write', { place });
    const { id } = await makeAsset(marque, asEditor, { collections: [collection] });
    await suggestTags(scout, id, ['seen']);
    const seen = await list({ cookie: narrow.cookie });
    expect(seen.map(({ target }) => target.id)).toEqual([id]);
    expect((await decide({ cookie: narrow.cookie }, seen[0].id, { decision: 'accept' })).status).toBe(200);
  });
});

describe('an agent', () => {
  it('that tries to write is told how to propose the same', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const call = callAs(scout);
    const patched = await call('PATCH', `/assets/${id}`, { tags: ['x'] });
    expect(patched.status).toBe(403);
    expect(patched.body.error.message).toMatch(
      /needs the write scope here; you have propose\..*propose_tags, propose_fields/,
    );
    expect(patched.body.error.detail.propose).toEqual(['propose_changes', 'propose_tags', 'propose_fields']);
    const rules = await call('PATCH', '/brand/rules', { set: [{ key: 'voice.greeting', value: 'x' }] });
    expect(rules.body.error.message).toContain('propose_rules');
    const page = await call('PUT', '/brands/acme/pages/new', { title: 'New' });
    expect(page.body.error.message).toContain('propose_page');
  });

  it("that runs away is stopped at its workspace's limit", async () => {
    const own = await marque.makePlace();
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'agents', '{"proposalsPerHour": 3}')`,
      [own.organizationId, own.workspaceId],
    );
    const writer = await marque.makeKey(own, 'write');
    const agent = await marque.makeKey(own, 'propose');
    const { id } = await makeAsset(marque, writer);
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((tag) =>
        callsAs(marque, agent).call('POST', `/assets/${id}/proposed-tags`, { tags: [tag] }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    const stopped = replies.find(({ status }) => status === 429);
    expect(Number(stopped?.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(stopped?.body.error.message).toContain('3 proposals an hour');
    expect((await callsAs(marque, writer).done('GET', `/assets/${id}`)).body.data.proposedTags).toHaveLength(
      3,
    );
  });

  it('has its waiting proposals counted on its key', async () => {
    const own = await marque.makePlace();
    const admin = await marque.makeKey(own, 'admin');
    const agent = await marque.makeKey(own, 'propose');
    const { id } = await makeAsset(marque, agent);
    await suggestTags(agent, id, ['x']);
    const keys = (await callsAs(marque, admin).done('GET', '/keys')).body.data;
    expect(keys.find((key: { id: string }) => key.id === agent.id).waiting).toBe(2);
  });
});
