// What Marque does in the app, asked over HTTP as its callers do.
import assert from 'node:assert/strict';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { pixel } from '../host/answers.ts';
import type { Tally } from './tally.ts';

/** Where `marque init` puts files, portals and share links, since the app has pages at /c. */
export const prefix = '/dam';

interface Reply {
  status: number;
  type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each check looks into what it expects
  body: any;
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Calls with a person's or a key's `authorization`. */
const asking =
  (url: string, authorization?: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...(path.endsWith('/mcp') ? { accept: 'application/json, text/event-stream' } : {}),
      },
      ...(body === undefined
        ? {}
        : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = type.startsWith('application/json');
    return { status: response.status, type, body: isJson ? JSON.parse(bytes.toString()) : bytes };
  };

/** Asks a host that no name server knows. */
function askHost(url: string, host: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { host } }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      })
      .once('error', reject);
  });
}

/** One picture, from its upload to its delivery. */
async function checkAsset(tally: Tally, url: string, person: Ask): Promise<void> {
  const visitor = asking(url);
  const key = await person('POST', '/api/v1/keys', { name: 'Robin', scope: 'propose' });
  const agent = asking(url, `Bearer ${key.body.data?.secret}`);
  let id = '';
  await tally.check('an agent uploads a picture, which waits', async () => {
    const file = { filename: 'pixel.png', mime: 'image/png', size: pixel.length };
    const { body: ticket } = await agent('POST', '/api/v1/uploads', file);
    assert.equal((await asking(url)('PUT', ticket.uploadUrl, pixel)).status, 200);
    const filed = await agent('POST', '/api/v1/assets', { token: ticket.token });
    assert.equal(filed.status, 201, JSON.stringify(filed.body));
    assert.equal(filed.body.data.status, 'proposed');
    id = filed.body.data.id;
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
  const file = { filename: 'drawing.svg', mime: 'image/svg+xml', size: drawing.length };
  const { body: ticket } = await person('POST', '/api/v1/uploads', file);
  assert.equal((await asking(url)('PUT', ticket.uploadUrl, drawing)).status, 200);
  const filed = await person('POST', '/api/v1/assets', { token: ticket.token });
  assert.equal(filed.body.data?.state, 'active', JSON.stringify(filed.body));
  const rendition = await asking(url)('GET', `${prefix}/a/${filed.body.data.id}/w_8,f_png`);
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
