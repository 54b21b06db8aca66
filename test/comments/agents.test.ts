// An agent answers what an editor remarks on an asset, over MCP.
import { expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { connect } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, write, reader, proposer, stranger, asEditor } = await startWithWorkspace();
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
