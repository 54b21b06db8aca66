// The same requests to our own server and to a Payload app that only installs the plugin: the answers must
// not differ.
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { givePassword } from '../../setup/accounts.ts';
import { listenToEvents } from '../../setup/event-stream.ts';
import { startService } from '../../setup/service.ts';
import { startBareApp } from './bare-app.ts';
import { form, hubble, large, pieces } from './parity-bodies.ts';
import { ProtocolRoute, type ProtocolRequest } from './transport.ts';

const secret = 'a secret that both transports share, long enough';
const email = 'edda@example.com';
const password = 'correct horse battery';

const keys: Record<string, string> = {};

/** Both transports get the same people, keys and grants: only the transport differs. */
async function copyWorld(): Promise<void> {
  const client = new pg.Client({ connectionString: bare.databaseUrl });
  await client.connect();
  for (const table of ['organizations', 'workspaces', 'users', 'users_sessions', 'grants', 'keys']) {
    const [row] = await marque.service.db.query<{ rows: unknown }>(
      `select jsonb_agg(x) as rows from ${table} x`,
    );
    await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(row?.rows),
    ]);
  }
  await client.end();
}

const marque = await startService({ SECRET: secret });
const bare = await startBareApp({ SECRET: secret });
const place = await marque.makePlace('Acme');
const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
await givePassword(marque, editor.id, password);
await marque.service.db.query('update users set email = $2 where id = $1', [editor.id, email]);
for (const scope of ['read', 'propose', 'admin'] as const) {
  keys[scope] = (await marque.makeKey(place, scope, { madeById: editor.id })).key;
}
await copyWorld();
afterAll(async () => {
  await bare.close();
  await marque.close();
});

interface Row extends ProtocolRequest {
  name: string;
  as?: 'read' | 'propose' | 'admin' | 'editor';
  status: number;
}

/** The document of an app without the agents plugin, like the bare one. */
function withoutAgents(answer: Record<string, unknown>): Record<string, unknown> {
  const document = answer.body as { paths: Record<string, unknown> };
  const paths = Object.entries(document.paths).filter(([path]) => !path.startsWith('/api/v1/oauth/'));
  return { ...answer, body: { ...document, paths: Object.fromEntries(paths) } };
}

const unknownId = '6f1d7c1e-1111-4111-8111-111111111111';
const keepAsset = (body: { data: { id: string } }) => ({ asset: body.data.id });
const ownKey = { name: 'Mine', scope: 'read', own: true };

const whoCalls: Row[] = [
  { name: 'health', path: '/api/health', status: 200 },
  { name: 'the document', path: '/api/v1/openapi.json', status: 200 },
  { name: 'nothing there', path: '/api/v1/nothing', status: 404 },
  { name: 'nothing at all', path: '/api/v1', status: 404 },
  { name: 'nobody', path: '/api/v1/me', status: 401 },
  { name: 'no key', path: '/api/v1/me', headers: { authorization: 'Bearer mq_nonsense' }, status: 401 },
  { name: 'a key', path: '/api/v1/me', as: 'read', status: 200 },
  { name: 'a person', path: '/api/v1/me', as: 'editor', status: 200 },
  { name: 'HEAD', method: 'HEAD', path: '/api/v1/me', as: 'read', status: 200 },
  { name: 'another method', method: 'PUT', path: '/api/v1/me', as: 'read', status: 405 },
  { name: 'another method, deeper', method: 'PATCH', path: `/api/v1/keys/${unknownId}`, status: 405 },
  { name: 'HEAD where there is no GET', method: 'HEAD', path: '/api/auth/sign-in', status: 405 },
  { name: 'GET where there is none', path: '/api/auth/sign-in', status: 405 },
  { name: 'DELETE of the health', method: 'DELETE', path: '/api/health', status: 405 },
  { name: 'workspaces', path: '/api/v1/workspaces', as: 'editor', status: 200 },
  {
    name: 'a workspace by slugs',
    path: '/api/v1/me',
    as: 'editor',
    headers: { 'x-workspace': 'acme/library' },
    status: 200,
  },
  {
    name: 'a workspace that is none',
    path: '/api/v1/me',
    as: 'editor',
    headers: { 'x-workspace': 'acme/nothing' },
    status: 404,
  },
];

const json = { 'content-type': 'application/json' };
const writes: Row[] = [
  { name: 'a key below', path: '/api/v1/keys', as: 'read', json: { name: 'x', scope: 'read' }, status: 403 },
  {
    name: 'a new key',
    path: '/api/v1/keys',
    as: 'admin',
    json: { name: 'New', scope: 'read' },
    keep: (body: { data: { id: string } }) => ({ key: body.data.id }),
    status: 201,
  },
  { name: 'taken back', method: 'DELETE', path: '/api/v1/keys/{key}', as: 'admin', status: 200 },
  { name: 'taken back again', method: 'DELETE', path: '/api/v1/keys/{key}', as: 'admin', status: 404 },
  { name: 'every problem', path: '/api/v1/keys', as: 'admin', json: { scope: 'all', color: 1 }, status: 400 },
  { name: 'no JSON', path: '/api/v1/keys', as: 'admin', headers: json, body: () => '{', status: 400 },
  {
    name: 'another type',
    path: '/api/v1/keys',
    as: 'admin',
    headers: { 'content-type': 'text/plain' },
    body: () => '{}',
    status: 415,
  },
  {
    name: 'too much JSON',
    path: '/api/v1/keys',
    as: 'admin',
    headers: json,
    body: () => `"${'x'.repeat(5 * 1024 * 1024)}"`,
    status: 413,
  },
  { name: 'a cookie from nowhere', path: '/api/v1/keys', as: 'editor', json: ownKey, status: 403 },
  {
    name: 'a cookie from elsewhere',
    path: '/api/v1/keys',
    as: 'editor',
    headers: { origin: 'https://elsewhere.example' },
    json: ownKey,
    status: 403,
  },
  {
    name: 'a cookie from a page of ours',
    path: '/api/v1/keys',
    as: 'editor',
    headers: { origin: '{url}' },
    json: ownKey,
    status: 201,
  },
  {
    name: 'a wrong password',
    path: '/api/auth/sign-in',
    json: { email: 'nobody@example.com', password: 'not this one' },
    status: 401,
  },
  {
    name: 'the set-up, too late',
    path: '/api/auth/sign-up',
    json: { name: 'Eve', email: 'eve@example.com', password },
    status: 403,
  },
  {
    name: 'a field',
    path: '/api/v1/fields',
    as: 'admin',
    json: { key: 'subject', label: 'Subject', type: 'select', options: ['space', 'cats'] },
    status: 201,
  },
];

const uploads: Row[] = [
  {
    name: 'an upload',
    method: 'POST',
    path: '/api/v1/uploads',
    as: 'propose',
    json: { filename: 'hubble.jpg', mime: 'image/jpeg', size: hubble.length },
    keep: ({ token, uploadUrl }: { token: string; uploadUrl: string }) => ({ token, upload: uploadUrl }),
    status: 200,
  },
  { name: 'bytes in pieces', method: 'PUT', path: '{upload}', body: () => pieces(hubble), status: 200 },
  {
    name: 'more bytes than were said',
    method: 'PUT',
    path: '{upload}',
    body: () => pieces(Buffer.concat([hubble, hubble])),
    status: 413,
  },
  { name: 'fewer', method: 'PUT', path: '{upload}', body: () => pieces(hubble.subarray(9)), status: 400 },
  { name: 'bytes again', method: 'PUT', path: '{upload}', body: () => pieces(hubble), status: 200 },
  {
    name: 'an upload that no buffer on the way holds whole',
    method: 'POST',
    path: '/api/v1/uploads',
    as: 'propose',
    json: { filename: 'large.bin', mime: 'application/octet-stream', size: large.length },
    keep: ({ uploadUrl }: { uploadUrl: string }) => ({ large: uploadUrl }),
    status: 200,
  },
  { name: 'its bytes', method: 'PUT', path: '{large}', body: () => pieces(large), status: 200 },
  { name: 'bytes for nobody', method: 'PUT', path: '/api/v1/uploads/none', body: () => 'x', status: 404 },
  {
    name: 'filed',
    method: 'POST',
    path: '/api/v1/assets',
    as: 'propose',
    json: { token: '{token}', tags: ['galaxy'] },
    keep: keepAsset,
    status: 201,
  },
  {
    name: 'filed twice',
    method: 'POST',
    path: '/api/v1/assets',
    as: 'propose',
    json: { token: '{token}' },
    status: 410,
  },
  { name: 'the record', path: '/api/v1/assets/{asset}', as: 'read', status: 200 },
  { name: 'the record for nobody', path: '/api/v1/assets/{asset}', status: 401 },
  { name: 'what waits is not served', path: '/a/{asset}', status: 404 },
  { name: 'its bytes for a reader', path: '/api/v1/assets/{asset}/content', as: 'read', status: 200 },
  {
    name: 'a suggestion',
    method: 'POST',
    path: '/api/v1/assets/{asset}/proposed-fields',
    as: 'propose',
    json: { fields: { subject: 'space' } },
    status: 200,
  },
  {
    name: 'a suggestion that is no option',
    method: 'POST',
    path: '/api/v1/assets/{asset}/proposed-fields',
    as: 'propose',
    json: { fields: { subject: 'dogs' } },
    status: 422,
  },
  {
    name: 'approved',
    method: 'PATCH',
    path: '/api/v1/assets/{asset}',
    as: 'admin',
    json: { status: 'active', fields: { subject: 'space' } },
    status: 200,
  },
  { name: 'the description', path: '/api/v1/assets/{asset}/description', as: 'read', status: 200 },
  {
    name: 'who reaches it, by an address in one segment',
    path: '/api/v1/catalog/acme%2Flibrary%2Fasset%2F{asset}/access',
    as: 'editor',
    status: 200,
  },
  {
    name: 'a change made on another state',
    method: 'PATCH',
    path: '/api/v1/assets/{asset}',
    as: 'admin',
    headers: { 'if-match': '"another"' },
    json: { title: 'Too late' },
    status: 412,
  },
  ...['once', 'and again'].map((time): Row => ({
    name: `a call with a key, ${time}`,
    method: 'POST',
    path: '/api/v1/collections',
    as: 'admin',
    headers: { 'idempotency-key': 'one' },
    json: { name: 'One' },
    status: 201,
  })),
];

const delivery: Row[] = [
  { name: 'the original', path: '/a/{asset}', status: 200 },
  { name: 'the original, HEAD', method: 'HEAD', path: '/a/{asset}', status: 200 },
  { name: 'a download', path: '/a/{asset}?download', status: 200 },
  { name: 'a range', path: '/a/{asset}', headers: { range: 'bytes=100-199' }, status: 206 },
  { name: 'the end', path: '/a/{asset}', headers: { range: 'bytes=-100' }, status: 206 },
  { name: 'a range outside', path: '/a/{asset}', headers: { range: 'bytes=99999999-' }, status: 416 },
  { name: 'known already', path: '/a/{asset}', headers: { 'if-none-match': '*' }, status: 304 },
  { name: 'a rendition', path: '/a/{asset}/w_320,f_webp', status: 200 },
  { name: 'a rendition again', path: '/a/{asset}/w_320,f_webp', status: 200 },
  { name: 'a rendition, encoded', path: '/a/{asset}/w_320%2Cf_webp', status: 200 },
  { name: 'no rendition', path: '/a/{asset}/w_nothing', status: 400 },
  { name: 'too deep', path: '/a/{asset}/w_320/more', status: 404 },
  { name: 'an unknown asset', path: `/a/${unknownId}`, status: 404 },
  { name: 'no id', path: '/a/no-id', status: 404 },
  { name: 'a write to an asset', method: 'POST', path: '/a/{asset}', status: 405 },
  { name: 'nothing under /c', path: '/c/nothing', status: 404 },
  {
    name: 'the page of a link that is none',
    path: '/s/no-such-link',
    headers: { accept: 'text/html' },
    status: 404,
  },
  { name: 'a form', method: 'POST', path: '/api/v1/assets', as: 'admin', body: form, status: 201 },
  {
    name: 'the same form again',
    method: 'POST',
    path: '/api/v1/assets',
    as: 'admin',
    body: form,
    keep: keepAsset,
    status: 200,
  },
  { name: 'its rendition', path: '/a/{asset}/w_160,f_png', status: 200 },
];

const signingInAndOut: Row[] = [
  {
    name: 'the right password',
    method: 'POST',
    path: '/api/auth/sign-in',
    json: { email, password },
    status: 200,
  },
  {
    name: 'signed out',
    method: 'POST',
    path: '/api/auth/sign-out',
    as: 'editor',
    headers: { origin: '{url}' },
    status: 200,
  },
  { name: 'signed out, and out', path: '/api/v1/me', as: 'editor', status: 401 },
];

const rows = [
  ...whoCalls,
  ...writes.map((row) => ({ method: 'POST', ...row })),
  ...uploads,
  ...delivery,
  ...signingInAndOut,
];

describe('our own server and an app that only installs the plugin', () => {
  const routes: Partial<Record<'ours' | 'theirs', ProtocolRoute>> = {};

  it.each(rows)('give the same answer: $name', async ({ as, status, ...asked }) => {
    routes.ours ??= new ProtocolRoute(marque.url);
    routes.theirs ??= new ProtocolRoute(bare.url);
    const caller: Record<string, string> =
      as === undefined
        ? {}
        : as === 'editor'
          ? { cookie: editor.cookie }
          : { authorization: `Bearer ${keys[as]}` };
    const request = { ...asked, headers: { ...caller, ...asked.headers } };
    const ours = await routes.ours.ask(request);
    const theirs = await routes.theirs.ask(request);

    expect(ours.status).toBe(status);
    expect(theirs).toEqual(request.path.endsWith('/openapi.json') ? withoutAgents(ours) : ours);
  });

  it('stream events as they happen', async () => {
    const as = { key: keys.admin ?? '' };
    for (const url of [marque.url, bare.url]) {
      const heard = await listenToEvents(url, as);
      try {
        expect(heard.headers.get('content-type')).toBe('text/event-stream');
        expect(heard.text()).toMatch(/^retry: \d+\nevent: ready\n/);
        const made = await fetch(`${url}/api/v1/collections`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Heard of' }),
        });
        const { data } = (await made.json()) as { data: { id: string } };
        expect((await heard.untilHeard(data.id)).type).toBe('collection.created');
      } finally {
        heard.close();
      }
    }
  });

  it("show the app's own panel to visitors who aren't signed in", async () => {
    const page = await fetch(`${bare.url}/admin/login`);

    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Login - Payload</title>');
  });

  it('write nothing unexpected to their logs', () => {
    expect(bare.output()).not.toMatch(/unforeseen|Error:|at .+\(.+:\d+:\d+\)/);
  });
});
