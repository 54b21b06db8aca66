// An agency's app: Marque installed as a package beside the agency's own modules, on Next's own server. Uses
// each of the seven extension points of the plugin there, and Marque's sites.
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { launchBrowser } from '../setup/browser.ts';
import { connect, type Agent } from '../agents/client.ts';
import { startBareApp, type BareApp } from '../core/transports/bare-app.ts';
import { until } from '../setup/children.ts';
import { site } from '../sites/zips.ts';

const secret = `whsec_${Buffer.from('thirty-two bytes, known to both.').toString('base64')}`;

const person = { email: 'ada@example.com', password: 'correct horse battery' };

let app: BareApp;
let database: pg.Client;
let receiver: Server;
let cookie: string;
let key: string;
let agent: Agent;

interface Post {
  headers: IncomingHttpHeaders;
  body: string;
}
/** What the client's server received; it answers the first delivery with an error. */
const posts: Post[] = [];
let isDown = true;
const refused: Post[] = [];

const typeOf = ({ body }: Post): string => (JSON.parse(body) as { type: string }).type;

async function call(
  method: string,
  path: string,
  body?: unknown,
  as: Record<string, string> = { authorization: `Bearer ${key}` },
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
): Promise<any> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      ...as,
      origin: app.url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

async function file(
  filename: string,
  mime: string,
  bytes: string,
): Promise<{ id: string; [name: string]: unknown }> {
  const { token, uploadUrl } = await call('POST', '/api/v1/uploads', { filename, mime, size: bytes.length });
  expect((await fetch(uploadUrl as string, { method: 'PUT', body: bytes })).status).toBe(200);
  return (await call('POST', '/api/v1/assets', { token })).data;
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const post = { headers: request.headers, body: Buffer.concat(pieces).toString() };
      (isDown ? refused : posts).push(post);
      response.writeHead(isDown ? 503 : 200).end('Thank you');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  app = await startBareApp({
    SECRET: 'a secret of the agency, long enough',
    AGENCY: '1',
    AGENCY_HOUSE: 'Northstar',
    // An app's operator creates the first account as they would with our server.
    ADMIN_EMAIL: person.email,
    ADMIN_PASSWORD: person.password,
    FETCH_ALLOW: `127.0.0.1:${port}`,
  });
  database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  const signedIn = await fetch(`${app.url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify(person),
  });
  expect(signedIn.status).toBe(200);
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { data } = await call(
    'POST',
    '/api/v1/keys',
    { name: 'Set-up', scope: 'admin' },
    {
      cookie,
    },
  );
  key = data.secret;
  agent = await connect(app.url, key);
}, 1_200_000);
afterAll(async () => {
  await agent?.close();
  await database?.end();
  await app?.close();
  receiver.close();
});

describe("an agency's plugin", () => {
  let lut: { id: string; [name: string]: unknown };

  it('adds an extractor, which reads files of a type that only the agency knows', async () => {
    lut = await file(
      'Warm.CUBE',
      'application/octet-stream',
      'TITLE "Warm evening"\nLUT_3D_SIZE 33\n0 0 0\n',
    );
    expect(lut).toMatchObject({
      metadata: { title: 'Warm evening' },
      probe: { lut: { dimensions: 3, size: 33 } },
    });
    const other = await file('plain.txt', 'text/plain', 'TITLE "Not a table"\nLUT_3D_SIZE 33\n');
    expect(other).toMatchObject({ metadata: {}, probe: {} });
  });

  it('adds a setting, which comes from the environment until someone sets it, and whose secret is sealed and never returned', async () => {
    const { port } = receiver.address() as AddressInfo;
    const { data: all } = await call('GET', '/api/v1/settings?context=workspace');
    expect(all.find(({ key: of }: { key: string }) => of === 'agency')).toMatchObject({
      value: { house: 'Northstar', webhookUrl: null },
      source: 'environment',
      sources: { house: 'environment', webhookUrl: 'default' },
      own: false,
    });
    const set = { house: 'Northlight', webhookUrl: `http://127.0.0.1:${port}/hook`, webhookSecret: secret };
    const { data } = await call('PATCH', '/api/v1/settings/agency?context=workspace', set);
    expect(data).toMatchObject({
      label: 'Agency',
      value: { house: 'Northlight', webhookSecret: null },
      sources: { house: 'workspace' },
      secrets: { webhookSecret: true },
    });
    const { rows } = await database.query(
      `select value::text || sealed::text as said from marque.settings where key = 'agency'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  it('adds an operation, at its route, in the OpenAPI document and as a tool', async () => {
    await call('PATCH', `/api/v1/assets/${lut.id}`, { creator: 'Nia Hall' });
    const path = `/api/v1/agency/assets/${lut.id}/credit-line`;
    const expected = { data: { line: '© Nia Hall / Northlight' } };
    expect(await call('GET', path)).toEqual(expected);
    expect((await fetch(`${app.url}${path}`)).status).toBe(401);
    await expect(call('GET', `/api/v1/agency/assets/${crypto.randomUUID()}/credit-line`)).rejects.toThrow(
      '404',
    );
    expect(Object.keys((await call('GET', '/api/v1/openapi.json')).paths)).toContain(
      '/api/v1/agency/assets/{id}/credit-line',
    );
    const { tools } = await agent.client.listTools();
    expect(tools.at(-1)?.name).toBe('get_credit_line');
    expect(await agent.done('get_credit_line', { id: lut.id })).toEqual(expected);
  });

  it('adds a custom field type, which is validated, converted to, listed and searchable', async () => {
    await call('POST', '/api/v1/fields', { key: 'job', label: 'Job', type: 'text' });
    await call('PATCH', `/api/v1/assets/${lut.id}`, { fields: { job: 'nl 2026 0042' } });
    const { data } = await call('PATCH', '/api/v1/fields/job', { type: 'agency-job-number' });
    expect(data).toMatchObject({ type: 'agency-job-number', kind: 'text' });
    expect((await call('GET', '/api/v1/field-types')).data.at(-1)).toMatchObject({
      name: 'agency-job-number',
      label: 'Job number',
    });
    expect((await call('GET', `/api/v1/assets/${lut.id}`)).data.fields).toEqual({ job: 'NL-2026-0042' });
    await expect(call('PATCH', `/api/v1/assets/${lut.id}`, { fields: { job: '42' } })).rejects.toThrow(
      'Job must be a job number, such as NL-2026-0042.',
    );
    expect((await call('GET', '/api/v1/assets?q=0042')).total).toBe(1);
    expect((await call('GET', '/api/v1/assets?f.job=NL-2026-0042')).total).toBe(1);
    expect(JSON.stringify(await call('GET', '/api/v1/openapi.json'))).toContain('"agency-job-number"');
    expect(await agent.done('list_fields', {})).toMatchObject({ data: [{ type: 'agency-job-number' }] });
  });

  it('adds a page template, which lists its props and works in a page', async () => {
    const { data } = await call('GET', '/api/v1/brand/templates');
    const template = data.at(-1);
    expect(template).toMatchObject({
      name: 'agency-quotes',
      props: { properties: { size: { default: 'large' } } },
    });
    const page = { title: 'Voices', sections: [template.example] };
    const [{ slug }] = (await call('GET', '/api/v1/brands')).data;
    const saved = await call('PUT', `/api/v1/brands/${slug}/pages/voices`, page);
    expect(saved.data.page.sections).toMatchObject([{ template: 'agency-quotes', props: { size: 'small' } }]);
    const wrong = { ...page, sections: [{ ...template.example, props: { size: 'huge' } }] };
    await expect(call('PUT', `/api/v1/brands/${slug}/pages/voices`, wrong)).rejects.toThrow('422');
  });

  it('adds campaigns: over REST and MCP, as a page of the panel, and in a portal', async () => {
    const summer = { name: 'Summer', starts: '2026-06-01', ends: '2026-08-31' };
    const { data } = await call('POST', '/api/v1/campaigns', { ...summer, assets: [lut.id] });
    expect(await agent.done('list_campaigns', {})).toEqual({ data: [data] });
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext();
      await context.addCookies(
        cookie.split('; ').map((one) => {
          const [name = '', ...value] = one.split('=');
          return { name, value: value.join('='), url: app.url };
        }),
      );
      const page = await context.newPage();
      await page.goto(`${app.url}/admin/campaigns`);
      await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
      const listed = page.locator('main').getByRole('listitem');
      await listed.first().waitFor();
      expect(await listed.allTextContents()).toEqual(['Summer, 2026-06-01 to 2026-08-31, 1 asset']);

      // The activity can be limited to them, beside Marque's own kinds.
      await page.goto(`${app.url}/admin/activity`);
      const events = page.locator('.mq-event-list > li');
      const others = events.filter({ hasNotText: 'Summer' }).first();
      await others.waitFor();
      await page.getByLabel('About', { exact: true }).selectOption('Campaigns');
      await page.waitForURL(/[?&]kind=campaign/);
      await others.waitFor({ state: 'detached' });
      await events.filter({ hasText: 'Summer' }).waitFor();
      expect(await events.allInnerTexts()).toEqual([expect.stringContaining('Summer')]);
    } finally {
      await browser.close();
    }

    const [{ slug }] = (await call('GET', '/api/v1/brands')).data;
    const section = { template: 'campaign', title: 'Summer', props: { campaign: data.id } };
    await call('PUT', `/api/v1/brands/${slug}/pages/summer`, { title: 'Summer', sections: [section] });
    await call('POST', `/api/v1/brands/${slug}/publish`, {});
    const { data: portal } = await call('POST', '/api/v1/portals', { name: 'Press', brands: [slug] });
    expect(await call('GET', `/p/${portal.slug}/${slug}/summer`)).toContain('2026-08-31');
  });

  it("adds a token format, the brand's colors as a palette", async () => {
    await call('PATCH', '/api/v1/brand/rules', {
      set: [{ key: 'color.primary', type: 'color', value: '#0a80ff' }],
    });
    const palette = await call('GET', '/api/v1/brand/tokens?format=gpl');
    expect(palette).toMatch(/^GIMP Palette\nName: .+\n 10 128 255 color\.primary\n/);
    expect(JSON.stringify(await call('GET', '/api/v1/openapi.json'))).toContain('gpl');
  });

  it('adds a listener, which receives committed events, signed, and retries until they are accepted', async () => {
    // The asset changed above, while the client's server was down: the delivery was refused and postponed
    // with its payload.
    const isPutOff = async (): Promise<boolean> => {
      const { rows } = await database.query<{ type: string; state: string }>(
        `select e.type, j.state::text as state from marque_jobs.job j
         join marque.events e on e.id = (j.data->>'event')::bigint where j.name = 'hear-event'`,
      );
      return (
        rows.some(({ type, state }) => type === 'asset.changed' && state === 'retry') &&
        rows.every(({ state }) => state !== 'created' && state !== 'active')
      );
    };
    await until(isPutOff);
    expect(refused.map(typeOf)).toContain('asset.changed');
    isDown = false;
    await database.query(
      `update marque_jobs.job set start_after = now() where name = 'hear-event' and state = 'retry'`,
    );
    // The next event wakes the worker.
    const { id } = await file('next.txt', 'text/plain', 'next');
    await until(
      async () =>
        posts.some((post) => typeOf(post) === 'asset.changed') && posts.some(({ body }) => body.includes(id)),
    );

    const again = posts.find((post) => typeOf(post) === 'asset.changed');
    const first = refused.find(({ headers }) => headers['webhook-id'] === again?.headers['webhook-id']);
    expect(first?.body).toBe(again?.body);
    for (const { headers, body } of posts) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(verified).toMatchObject({
        type: expect.stringMatching(/^(asset\..+|brand\.published)$/),
        data: { workspaceId: expect.any(String) },
      });
      expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    }
    // Events it doesn't listen to aren't kept for it, and refused calls produce none.
    const { rows } = await database.query<{ types: string[] }>(
      `select array_agg(distinct e.type) as types from marque_jobs.job j join marque.events e on e.id = (j.data->>'event')::bigint where j.name = 'hear-event'`,
    );
    expect(rows[0]?.types.every((type) => /^(asset\.|brand\.published$|site\.live$)/.test(type))).toBe(true);
    await until(async () => (await database.query('select 1 from marque.event_deliveries')).rowCount === 0);
  });
});

/** Sets the Host header, which fetch doesn't allow. */
function visit(
  host: string,
  address: string,
  method = 'GET',
): Promise<{ status: number; location?: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(app.url);
    const asked = httpRequest(
      { host: '127.0.0.1', port, path: address, method, headers: { host } },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const { location } = answer.headers;
          resolve({
            status: answer.statusCode ?? 0,
            ...(location ? { location } : {}),
            body: Buffer.concat(pieces).toString(),
          });
        });
      },
    );
    asked.on('error', reject).end();
  });
}

it('a module answers at the address that its protocol fixes, and nothing else is there', async () => {
  expect(await call('GET', '/.well-known/agency.json')).toEqual({ agency: 'Northlight' });
  expect((await fetch(`${app.url}/.well-known/security.txt`)).status).toBe(404);
});

describe('a Marque site on Next’s own server', () => {
  it('answers at its own host only', async () => {
    const files = {
      'docs/index.html': 'in a folder',
      'docs/a b.txt': 'spaced',
      'über.txt': 'umlaut',
      '_next/static/x.js': 'its own script',
      'api/health': 'its own file',
      '404.html': 'nothing of the site',
    };
    const { data: made } = await call('POST', '/api/v1/sites', { name: 'Guide' });
    const deployed = await fetch(`${app.url}/api/v1/sites/${made.id}/deployments?wait=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/zip' },
      body: new Uint8Array(site(files)),
    });
    expect(await deployed.json()).toMatchObject({ data: { state: 'live' } });
    const host = new URL(made.url).host;

    expect(await visit(host, '/')).toMatchObject({ status: 200, body: expect.stringContaining('Hello') });
    expect(await visit(host, '/docs')).toMatchObject({ status: 308, location: '/docs/' });
    expect(await visit(host, '/docs/?x=1')).toMatchObject({ status: 200, body: 'in a folder' });
    expect(await visit(host, '/docs/a%20b.txt')).toMatchObject({ status: 200, body: 'spaced' });
    expect(await visit(host, '/%C3%BCber.txt')).toMatchObject({ status: 200, body: 'umlaut' });
    expect(await visit(host, '/_next/static/x.js')).toMatchObject({ status: 200, body: 'its own script' });
    expect(await visit(host, '/api/health')).toMatchObject({ status: 200, body: 'its own file' });
    for (const address of ['/admin', '/api/v1/me', '/a/none', '/none'])
      expect([address, await visit(host, address)]).toEqual([
        address,
        { status: 404, body: 'nothing of the site' },
      ]);
    expect((await visit(host, '/', 'POST')).status).toBe(405);
    expect(await visit(`none.${host.slice(host.indexOf('.') + 1)}`, '/')).toMatchObject({ status: 404 });
    expect(await visit(new URL(app.url).host, '/docs')).toMatchObject({ status: 404 });
    // Elsewhere in the app, Next's own redirect is as it was.
    expect(await visit(new URL(app.url).host, '/docs/')).toMatchObject({ status: 308 });
  });
});

describe('the log', () => {
  it('contains nothing unexpected', () => {
    // The refusal of the client's server is logged: the job failed and is retried.
    expect(app.output().replace(/.*a job failed; it will be tried again[^]*?(?=\n\{|$)/g, '')).not.toMatch(
      /unforeseen/,
    );
  });
});
