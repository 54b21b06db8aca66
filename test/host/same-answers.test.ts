// Someone else's Payload app with Marque in it answers as it does without: compared answer by answer.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { makeFolder } from '../setup/children.ts';
import { createDatabase } from '../setup/database.ts';
import { account, start, type Host } from './start.ts';

const closing: (() => Promise<unknown>)[] = [];

async function startHost(env: Record<string, string>): Promise<Host> {
  const [database, folder] = await Promise.all([createDatabase({ empty: true }), makeFolder()]);
  const host = await start(database.url, folder.path, { ID_TYPE: 'serial', ...env });
  closing.push(async () => {
    await host.stop();
    await Promise.all([database.drop(), folder.remove()]);
  });
  return host;
}

interface Sent {
  method?: string;
  path: string;
  body?: unknown;
  form?: Record<string, Blob | string>;
  /** Without the token of the app's own person. */
  anonymous?: boolean;
  headers?: Record<string, string>;
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(pixel)): Blob =>
  new Blob([bytes], { type: 'image/png' });
const field = { blockType: 'text', name: 'name', label: 'Name' };

/** What is sent to both, in this order. */
const sent: Sent[] = [
  { method: 'POST', path: '/api/users/first-register', body: { ...account, name: 'Host' }, anonymous: true },
  { method: 'POST', path: '/api/users/login', body: account, anonymous: true },
  { method: 'POST', path: '/api/users/login', body: { ...account, password: 'wrong' }, anonymous: true },
  { path: '/api/users/me' },
  { path: '/api/users/me', anonymous: true },
  { path: '/api/users', anonymous: true },
  { method: 'POST', path: '/api/posts', body: { title: 'Hello', author: 1 } },
  { method: 'POST', path: '/api/posts', body: {} },
  { method: 'POST', path: '/api/posts', body: { title: 'No' }, anonymous: true },
  { method: 'PATCH', path: '/api/posts/1?locale=de', body: { title: 'Hallo' } },
  { method: 'PATCH', path: '/api/posts/1?draft=true', body: { title: 'Draft' } },
  { path: '/api/posts?locale=all&depth=2' },
  { path: '/api/posts/1?depth=0' },
  { path: '/api/posts/99' },
  { path: '/api/posts/versions' },
  { path: '/api/posts?where[title][like]=hel&sort=-title&limit=1' },
  { path: '/api/posts/1', headers: { origin: 'https://www.example.com' } },
  { method: 'OPTIONS', path: '/api/posts', headers: { origin: 'https://www.example.com' } },
  { method: 'POST', path: '/api/media', form: { file: picture(), _payload: '{"alt":"A pixel"}' } },
  { path: '/api/media/1' },
  { path: '/api/media/file/sent.png' },
  {
    method: 'POST',
    path: '/api/media',
    form: { file: picture(new Uint8Array(150_000)), _payload: '{"alt":"Too large"}' },
  },
  { method: 'POST', path: '/api/collections', body: { season: 'Winter' } },
  { path: '/api/collections' },
  {
    method: 'POST',
    path: '/api/forms',
    body: { title: 'Contact', fields: [field], confirmationType: 'redirect', redirect: { url: '/thanks' } },
  },
  {
    method: 'POST',
    path: '/api/form-submissions',
    body: { form: 1, submissionData: [{ field: 'name', value: 'Ada' }] },
    anonymous: true,
  },
  { path: '/api/form-submissions?depth=1' },
  { method: 'POST', path: '/api/graphql', body: { query: getIntrospectionQuery() } },
  {
    method: 'POST',
    path: '/api/graphql',
    body: { query: '{ Posts { docs { id title author { name } } } }' },
  },
  {
    method: 'POST',
    path: '/api/graphql',
    body: { query: 'mutation { createPost(data: { title: "Third" }) { id } }' },
  },
  { path: '/api/nothing' },
  { method: 'DELETE', path: '/api/posts/1' },
  { method: 'POST', path: '/api/users/logout' },
  { path: '/api/users/me' },
];

/** Headers that a client may look at. */
const compared = ['content-type', 'content-length', 'cache-control', 'allow', 'vary', 'x-frame-options'];

async function answersOf(host: Host): Promise<unknown[]> {
  const answers: unknown[] = [];
  let token = '';
  // What differs from one run to the next.
  const plain = (text: string): string =>
    text
      .replaceAll(host.url, 'http://host')
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'a token')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{24}\b/g, 'an id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      .replace(/"exp":\d+/g, '"exp":0')
      .replace(/Expires=[^;]*/g, 'Expires=then')
      // In GraphQL, Payload's own preferences and locks can be those of people of any collection, so of ours too.
      .replace(/,\{"name":"marque_users"[^}]*\}/g, '');
  for (const { method = 'GET', path, body, form, anonymous, headers } of sent) {
    const parts = new FormData();
    for (const [name, value] of Object.entries(form ?? {}))
      if (typeof value === 'string') parts.set(name, value);
      else parts.set(name, value, 'sent.png');
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: {
        origin: host.url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(anonymous ? {} : { authorization: `JWT ${token}` }),
        ...headers,
      },
      ...(form ? { body: parts } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    token = /"token":"([^"]+)"/.exec(text)?.[1] ?? token;
    answers.push({
      sent: `${method} ${path}`,
      status: response.status,
      text: plain(text),
      cookies: response.headers.getSetCookie().map(plain),
      headers: [...response.headers]
        .filter(([name]) => compared.includes(name) || name.startsWith('access-control-'))
        // The length of a body with a token or an address in it.
        .filter(([name]) => name !== 'content-length' || plain(text) === text)
        .map(([name, value]) => [name, plain(value)]),
    });
  }
  return answers;
}

let [withMarque, without]: Host[] = [];
beforeAll(async () => {
  withMarque = await startHost({});
  without = await startHost({ WITHOUT_MARQUE: '1' });
}, 600_000);
afterAll(() => Promise.all(closing.map((close) => close())));

it('an app answers as it does without Marque', async () => {
  if (!withMarque || !without) throw new Error('The apps have not started.');
  const expected = await answersOf(without);
  const answers = await answersOf(withMarque);
  for (const [at, answer] of answers.entries()) expect(answer).toEqual(expected[at]);
  // The comparison would be of nothing if everything were refused.
  const statuses = (expected as { status: number }[]).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200 || status === 201).length).toBeGreaterThan(20);
});

it('what each person may do in it is the same', async () => {
  const accessOf = async (host: Host | undefined) => {
    const url = host?.url ?? '';
    const login = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(account),
    });
    const { token } = (await login.json()) as { token: string };
    const response = await fetch(`${url}/api/access`, { headers: { authorization: `JWT ${token}` } });
    const { collections, ...rest } = (await response.json()) as { collections: Record<string, unknown> };
    const theirs = Object.entries(collections).filter(([slug]) => !slug.startsWith('marque-'));
    return { ...rest, collections: Object.fromEntries(theirs) };
  };
  expect(await accessOf(withMarque)).toEqual(await accessOf(without));
});
