// Sections that show a collection: one that doesn't exist is a problem at its path, however the page is written.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeBrand } from '../brand.ts';

const { marque, place, other, reader, proposer, write } = await startWithWorkspace();
afterAll(() => marque.close());
const { slug } = await makeBrand(marque, place);
const at = `/brands/${slug}/pages/press`;
const elsewhere = await marque.makeCollection(other);
const here = await marque.makeCollection(place);
const section = (collection: unknown) => ({ id: 'files', template: 'collection', props: { collection } });
const page = (collection: unknown) => ({ title: 'Press', sections: [section(collection)] });

const unknown = [
  ['unknown', randomUUID()],
  ['unknown, in capitals', randomUUID().toUpperCase()],
  ['of zeros', '00000000-0000-0000-0000-000000000000'],
  ['of another workspace', elsewhere],
  ['no ID', 'press-pictures'],
  ['a number', 7],
  ['null', null],
  ['a list', [here]],
  ['missing', undefined],
] as const;

it.each(unknown)('%s: a 422 with its path', async (_, collection) => {
  await write.done('PUT', at, page(here));
  const issue = (path: string) => [422, [{ path, message: expect.any(String) }]];
  const answer = async (as: typeof write, method: string, path: string, body: object) => {
    const reply = await as.call(method, path, body);
    return [reply.status, reply.body.error?.detail?.issues];
  };
  expect(await answer(write, 'PUT', at, page(collection))).toEqual(issue('sections[0].props.collection'));
  const update = { ops: [{ op: 'update', id: 'files', set: { props: { collection } } }] };
  expect(await answer(write, 'PATCH', at, update)).toEqual(issue('ops[0].set.props.collection'));
  const add = { ops: [{ op: 'add', section: { ...section(collection), id: 'more' } }] };
  expect(await answer(write, 'PATCH', at, add)).toEqual(issue('ops[0].section.props.collection'));
  const proposed = await callsAs(marque, proposer).call('POST', `/brands/${slug}/proposed-pages/press`, {
    content: page(collection),
  });
  expect(proposed.status).toBe(422);
  // A preview shows what it can.
  const preview = await callsAs(marque, reader).call('POST', `${at}/preview`, page(collection));
  expect(preview.status).toBe(200);
  const yaml = `title: Press\nsections:\n  - id: files\n    template: collection\n    props: ${JSON.stringify({ collection })}\n`;
  const files = { 'brand.yaml': 'name: Press\npages: [press]\n', 'pages/press.yaml': yaml };
  const imported = await write.call('POST', `/brands/${slug}/files/import`, { files });
  expect([imported.status, imported.body.error.detail.issues[0]]).toEqual([
    422,
    {
      path: expect.stringMatching(/^pages\/press\.yaml:\d$/),
      message: expect.stringContaining('sections[0].props.collection'),
    },
  ]);
});

it('a collection that is deleted later leaves the page as it is', async () => {
  const { body } = await write.done('POST', '/collections', { name: 'Later gone' });
  await write.done('PUT', at, page(body.data.id));
  await write.done('POST', `/brands/${slug}/publish`, {});
  const portal = (await write.done('POST', '/portals', { name: 'Press', brands: [slug] })).body.data.slug;
  await write.done('DELETE', `/collections/${body.data.id}`);
  expect((await marque.call('GET', `/api/v1/portal/${portal}/site`)).status).toBe(200);
  const { status, body: read } = await callsAs(marque, reader).call('GET', at);
  expect(status).toBe(200);
  expect((await write.call('PUT', at, read.data.page)).status).toBe(200);
  expect((await callsAs(marque, reader).call('GET', `${at}/html`)).status).toBe(200);
});
