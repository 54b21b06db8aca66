// An agent answers what an editor remarks on an asset, over MCP.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { connect } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, place, write, reader, proposer, stranger, asEditor } = await startWithWorkspace();
const agent = await agentOfFile(marque, proposer.key);

it('an agent finds a remark, answers it, marks a place and resolves the thread', async () => {
  const { id } = (await makeAsset(marque, asEditor)) as { id: string };
  const remark = await write.create(`/assets/${id}/comments`, {
    body: 'Too dark here.',
    anchor: { rect: [0.1, 0.1, 0.5, 0.5] },
  });
  const listed = await agent.done('list_comments', { id, resolved: 'false' });
  expect(listed.data).toMatchObject([
    { id: remark.id, body: 'Too dark here.', anchor: { rect: [0.1, 0.1, 0.5, 0.5] }, outdated: false },
  ]);
  await agent.done('comment', { id, thread: remark.id, body: 'Lifted the shadows.' });
  await agent.done('comment', { id, body: 'And here?', anchor: { point: [0.5, 0.5], from: 2 } });
  await agent.done('resolve_comment', { id: remark.id });
  expect((await write.done('GET', `/assets/${id}/comments`)).body.data).toMatchObject([
    { body: 'And here?', author: { kind: 'key' }, resolved: false },
    { id: remark.id, resolved: true, replies: [{ body: 'Lifted the shadows.', author: { kind: 'key' } }] },
  ]);
});

describe('on a page of a brand', () => {
  const on = { on: 'page', brand: 'acme' } as const;

  it('an agent finds a remark, answers it and makes its own', async () => {
    await makeDefaultBrand(marque, place);
    for (const slug of ['logo', 'color'])
      await write.done('PUT', `/brands/acme/pages/${slug}`, {
        title: slug,
        sections: [{ id: 'one', template: 'text', body: 'Words' }],
      });
    const remark = await write.create('/brands/acme/comments', { page: 'logo', body: 'Too small?' });
    await write.create('/brands/acme/comments', { page: 'color', body: 'Too loud?' });

    const listed = await agent.done('list_comments', { ...on, page: 'logo', resolved: 'false' });
    expect(listed.data).toMatchObject([{ id: remark.id, body: 'Too small?', page: 'logo', section: null }]);
    const first = await agent.done('list_comments', { ...on, limit: 1 });
    expect(first.data).toMatchObject([{ page: 'color' }]);
    const second = await agent.done('list_comments', { ...on, limit: 1, cursor: first.next });
    expect(second).toMatchObject({ data: [{ page: 'logo' }], next: null });

    await agent.done('comment', { ...on, thread: remark.id, body: 'Since when?' });
    await agent.done('comment', { ...on, page: 'logo', section: 'one', body: 'And this?' });
    await agent.done('resolve_comment', { comment: remark.id });
    // The older tool does the same.
    await agent.done('comment_on_page', { brand: 'acme', page: 'logo', body: 'As before' });
    expect((await agent.done('list_comments', { ...on, page: 'logo' })).data).toMatchObject([
      { body: 'As before', section: null },
      { body: 'And this?', section: 'one', author: { kind: 'key' } },
      { id: remark.id, resolvedAt: expect.any(String), replies: [{ body: 'Since when?' }] },
    ]);
  });

  it('arguments of the other kind, and missing ones, are errors that name them', async () => {
    const { id } = (await makeAsset(marque, asEditor)) as { id: string };
    for (const [args, path] of [
      [{ body: 'x' }, 'asset'],
      [{ on: 'page', page: 'logo', body: 'x' }, 'brand'],
      [{ ...on, body: 'x' }, 'page'],
      [{ ...on, page: 'logo', asset: id, body: 'x' }, 'asset'],
      [{ ...on, page: 'logo', anchor: { point: [0, 0] }, body: 'x' }, 'anchor'],
      [{ asset: id, page: 'logo', body: 'x' }, 'page'],
      [{ on: 'brand', asset: id, body: 'x' }, 'on'],
    ] as const) {
      const { code, message } = await agent.refused('comment', args);
      expect([path, code, message]).toEqual([path, 'invalid_request', expect.stringContaining(`${path}: `)]);
    }
    expect(await agent.refused('comment', { ...on, page: 'none', body: 'x' })).toMatchObject({
      code: 'invalid',
    });
  });

  it('they are refused below their scope and elsewhere', async () => {
    const outside = await connect(marque.url, stranger.key);
    const below = await connect(marque.url, reader.key);
    for (const [tool, args] of [
      ['list_comments', on],
      ['comment', { ...on, page: 'logo', body: 'x' }],
    ] as const) {
      expect([tool, await outside.refused(tool, args)]).toMatchObject([tool, { code: 'not_found' }]);
      expect([tool, await below.refused(tool, args)]).toMatchObject([
        tool,
        { code: 'forbidden', detail: { needs: 'propose' } },
      ]);
    }
    await outside.close();
    await below.close();
  });
});

it('tools are refused below their scope, elsewhere, and with an anchor outside the picture', async () => {
  const { id } = (await makeAsset(marque, asEditor)) as { id: string };
  const remark = await write.create(`/assets/${id}/comments`, { body: 'Hm.' });
  const anchor = { rect: [0.9, 0, 0.5, 0.5] };
  expect(await agent.refused('comment', { id, body: 'x', anchor })).toMatchObject({
    code: 'invalid_request',
  });
  const calls = [
    ['list_comments', { id }, 'read'],
    ['comment', { id, body: 'x' }, 'propose'],
    ['resolve_comment', { id: remark.id }, 'propose'],
  ] as const;
  const outside = await connect(marque.url, stranger.key);
  const below = await connect(marque.url, reader.key);
  for (const [tool, args, scope] of calls) {
    expect([tool, await outside.refused(tool, args)]).toMatchObject([tool, { code: 'not_found' }]);
    if (scope === 'propose')
      expect([tool, await below.refused(tool, args)]).toMatchObject([tool, { code: 'forbidden' }]);
    else expect((await below.done(tool, args)).data).toHaveLength(1);
  }
  await outside.close();
  await below.close();
  expect((await callsAs(marque, reader).done('GET', `/comments/${remark.id}`)).body.data).toMatchObject({
    resolved: false,
    replies: [],
  });
});
