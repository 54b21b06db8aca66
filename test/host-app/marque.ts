// What Marque does in the app, asked over HTTP as its callers do.
import assert from 'node:assert/strict';
import { pixel } from '../host/answers.ts';
import { asking, askHost, prefix, upload, type Ask } from './asking.ts';
import type { Tally } from './tally.ts';

/** One picture, from its upload to its delivery. */
async function checkAsset(tally: Tally, url: string, person: Ask): Promise<void> {
  const visitor = asking(url);
  const key = await person('POST', '/api/v1/keys', { name: 'Robin', scope: 'propose' });
  const agent = asking(url, `Bearer ${key.body.data?.secret}`);
  let id = '';
  await tally.check('an agent uploads a picture, which waits', async () => {
    const filed = await upload(url, agent, { filename: 'pixel.png', mime: 'image/png', bytes: pixel });
    assert.equal(filed.status, 'proposed');
    id = filed.id;
    assert.equal((await visitor('GET', `${prefix}/a/${id}`)).status, 404);
  });
  await tally.check('a person of the app accepts it', async () => {
    const { body } = await person('PATCH', `/api/v1/assets/${id}`, { status: 'active' });
    assert.equal(body.data?.state, 'active', JSON.stringify(body));
  });
  await tally.check('the agent proposes a title, and the person accepts it', async () => {
    const change = { title: 'A pixel' };
    const item = { kind: 'title', target: { resource: 'asset', id }, change };
    const proposed = await agent('POST', '/api/v1/proposals', { items: [item] });
    const proposal = proposed.body.data?.results[0].proposal?.id;
    assert.ok(proposal, JSON.stringify(proposed.body));
    const decided = await person('POST', `/api/v1/proposals/${proposal}/decision`, { decision: 'accept' });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    const { body } = await agent('GET', `/api/v1/assets/${id}`);
    assert.equal(body.data.metadata.title, 'A pixel');
  });
  await tally.check('search finds it', async () => {
    const { body } = await agent('GET', '/api/v1/assets?q=pixel');
    assert.deepEqual([body.total, body.data[0]?.id], [1, id]);
  });
  await tally.check(`everyone gets it at ${prefix}/a, and a rendition`, async () => {
    const original = await visitor('GET', `${prefix}/a/${id}`);
    assert.deepEqual([original.status, original.body], [200, pixel]);
    const rendition = await visitor('GET', `${prefix}/a/${id}/w_1,f_webp`);
    assert.deepEqual([rendition.status, rendition.type], [200, 'image/webp']);
  });
  await tally.check('agents list their tools over MCP', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { body } = await agent('POST', '/api/v1/mcp', list);
    const names = (body.result.tools as { name: string }[]).map(({ name }) => name);
    assert.ok(names.includes('search_assets') && names.length > 20, names.join(', '));
  });
}

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
);

/**
 * SVG is rendered by a program that is found by its path at run time.
 * @throws AssertionError if it isn't
 */
export async function demandSvg(url: string, token: string): Promise<void> {
  const person = asking(url, `JWT ${token}`);
  const file = { filename: 'drawing.svg', mime: 'image/svg+xml', bytes: drawing };
  const filed = await upload(url, person, file);
  assert.equal(filed.state, 'active', JSON.stringify(filed));
  const rendition = await asking(url)('GET', `${prefix}/a/${filed.id}/w_8,f_png`);
  assert.deepEqual([rendition.status, rendition.type], [200, 'image/png'], String(rendition.body));
}

/** @param token of the app's first person */
export async function checkMarque(
  tally: Tally,
  { url, sitesHost, token }: { url: string; sitesHost: string; token: string },
): Promise<void> {
  const person = asking(url, `JWT ${token}`);
  const visitor = asking(url);
  await tally.check("the app's first person is Marque's admin", async () => {
    const { body } = await person('GET', '/api/v1/me');
    assert.deepEqual([body.data.kind, body.data.scope], ['person', 'admin']);
  });
  await checkAsset(tally, url, person);
  await tally.check(`/c is the app's, and ${prefix}/c is Marque's`, async () => {
    const own = await visitor('GET', '/c/Winter');
    assert.equal(own.status, 200);
    assert.match(String(own.body), /The season/);
    const ours = await visitor('GET', `${prefix}/c/nothing`);
    assert.deepEqual([ours.status, ours.body.error?.code], [404, 'not_found']);
  });
  await tally.check("hosts of sites are Marque's", async () => {
    const { status, body } = await askHost(url, `nothing.${sitesHost}`);
    assert.equal(status, 404);
    assert.doesNotMatch(body, /Our posts/);
  });
}
