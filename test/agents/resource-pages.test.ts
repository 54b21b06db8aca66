// resources/list by pages: with cursors, so that a client finds every brand and page, however many there are.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { connect, type Agent } from './client.ts';

const { marque, reader, writer, admin } = await startWithWorkspace();
const write = callsAs(marque, writer);
const asAdmin = callsAs(marque, admin);
let agent: Agent;

const brands = Array.from({ length: 25 }, (_, at) => `brand-${String(at).padStart(2, '0')}`);
const pages = Array.from({ length: 230 }, (_, at) => `page-${String(at).padStart(3, '0')}`);

beforeAll(async () => {
  for (const slug of brands) await asAdmin.done('POST', '/brands', { name: `Brand ${slug}`, slug });
  agent = await connect(marque.url, reader.key);
});

afterAll(async () => {
  await agent.close();
  await marque.close();
});

/** All pages of the list, and how many resources each has. */
async function listed(by: Agent): Promise<{ uris: string[]; sizes: number[] }> {
  const uris: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const { resources, nextCursor } = await by.client.listResources(cursor === undefined ? {} : { cursor });
    uris.push(...resources.map(({ uri }) => uri));
    sizes.push(resources.length);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return { uris, sizes };
}

const rulesOf = (slug: string): string => `marque://brands/${slug}/rules`;

it('finds every brand and every page, each once, in pages of up to 200', async () => {
  expect((await listed(agent)).uris.filter((uri) => uri.endsWith('/rules'))).toEqual(brands.map(rulesOf));

  for (const page of pages)
    await write.done('PUT', `/brands/brand-03/pages/${page}`, { title: page, sections: [] });
  const { uris, sizes } = await listed(agent);
  expect(Math.max(...sizes)).toBe(200);
  expect(new Set(uris).size).toBe(uris.length);
  expect(uris.filter((uri) => uri.endsWith('/rules'))).toEqual(brands.map(rulesOf));
  expect(uris).toEqual(expect.arrayContaining(pages.map((page) => `marque://brands/brand-03/pages/${page}`)));
});

it('skips and repeats nothing while brands come and go', async () => {
  const { resources, nextCursor } = await agent.client.listResources();
  const last = resources.at(-1)?.uri ?? '';
  await write.done('DELETE', last.replace('marque:/', '').replace('marque://', '/'));
  const { resources: more } = await agent.client.listResources({ cursor: nextCursor });
  const all = [...resources, ...more].map(({ uri }) => uri);
  expect(new Set(all).size).toBe(all.length);
  expect(more[0]?.uri).toBe(
    `marque://brands/brand-03/pages/page-${String(Number(last.slice(-3)) + 1).padStart(3, '0')}`,
  );
});

it('lists nothing of another workspace, and refuses a cursor that it never gave', async () => {
  const elsewhere = await marque.makePlace();
  const stranger = await connect(marque.url, (await marque.makeKey(elsewhere, 'write')).key);
  expect((await listed(stranger)).uris).toEqual([]);
  const { nextCursor } = await agent.client.listResources();
  expect((await stranger.client.listResources({ cursor: nextCursor })).resources).toEqual([]);
  await stranger.close();
  for (const cursor of ['', 'x', Buffer.from('../../x').toString('base64url'), 'y'.repeat(500)])
    await expect(agent.client.listResources({ cursor })).rejects.toMatchObject({ code: -32602 });
});
