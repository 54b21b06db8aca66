// What an app is sent and how it answers, told so that two runs of the same app can be compared.
import { getIntrospectionQuery } from 'graphql';
import { account } from './account.ts';

export interface Sent {
  method?: string;
  /** `{posts}` is the id of the post that was made last. */
  path: string;
  /** In it, the text `{posts}` is that id, too. */
  body?: unknown;
  form?: Record<string, Blob | string>;
  /** Without the token of the app's own person. */
  anonymous?: boolean;
  headers?: Record<string, string>;
}

export interface Answer {
  sent: string;
  status: number;
  /** Without what differs from one run to the next. Of a page: the texts that people see, a line each. */
  text: string;
  cookies: string[];
  headers: [string, string][];
}

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(pixel)): Blob =>
  new Blob([bytes], { type: 'image/png' });
const field = { blockType: 'text', name: 'name', label: 'Name' };
const graphql = (query: string): Sent => ({ method: 'POST', path: '/api/graphql', body: { query } });

/** What is sent to an app without people, in this order. */
export const sent: Sent[] = [
  { method: 'POST', path: '/api/users/first-register', body: { ...account, name: 'Host' }, anonymous: true },
  { method: 'POST', path: '/api/users/login', body: account, anonymous: true },
  { method: 'POST', path: '/api/users/login', body: { ...account, password: 'wrong' }, anonymous: true },
  { path: '/api/users/me' },
  { path: '/api/users/me', anonymous: true },
  { path: '/api/users', anonymous: true },
  { method: 'POST', path: '/api/posts', body: { title: 'Hello', author: '{users}' } },
  { method: 'POST', path: '/api/posts', body: {} },
  { method: 'POST', path: '/api/posts', body: { title: 'No' }, anonymous: true },
  { method: 'PATCH', path: '/api/posts/{posts}?locale=de', body: { title: 'Hallo' } },
  { method: 'PATCH', path: '/api/posts/{posts}?draft=true', body: { title: 'Draft' } },
  { path: '/api/posts?locale=all&depth=2' },
  { path: '/api/posts/{posts}?depth=0' },
  { path: '/api/posts/99' },
  { path: '/api/posts/versions' },
  { path: '/api/posts?where[title][like]=hel&sort=-title&limit=1' },
  { path: '/api/posts/{posts}', headers: { origin: 'https://www.example.com' } },
  { method: 'OPTIONS', path: '/api/posts', headers: { origin: 'https://www.example.com' } },
  { method: 'POST', path: '/api/media', form: { file: picture(), _payload: '{"alt":"A pixel"}' } },
  { path: '/api/media/{media}' },
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
    body: { form: '{forms}', submissionData: [{ field: 'name', value: 'Ada' }] },
    anonymous: true,
  },
  { path: '/api/form-submissions?depth=1' },
  graphql(getIntrospectionQuery()),
  graphql('{ Posts { docs { id title author { name } } } }'),
  graphql('mutation { createPost(data: { title: "Third" }) { id } }'),
  { path: '/api/health', anonymous: true },
  { path: '/api/auth/acme', anonymous: true },
  { path: '/api/nothing' },
];

/** Ends what `sent` begins. */
export const sentLast: Sent[] = [
  { method: 'DELETE', path: '/api/posts/{posts}' },
  { method: 'POST', path: '/api/users/logout' },
  { path: '/api/users/me' },
];

/** Headers that a client may look at. */
const compared = [
  'content-type',
  'content-length',
  'cache-control',
  'allow',
  'location',
  'vary',
  'x-frame-options',
];

/** The texts of a page, without what differs from one build to the next. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style|template|svg)\b.*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}

/** A text without what differs from one run to the next. */
function plainOf(url: string, text: string): string {
  return (
    text
      .replaceAll(url, 'http://host')
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'a token')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{24}\b/g, 'an id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      .replace(/"exp":\d+/g, '"exp":0')
      // Next shortens the names of classes, each build in its own way.
      .replace(/("errors":\[\{"name":")\w{1,3}"/g, '$1an error"')
      .replace(/Expires=[^;]*/g, 'Expires=then')
      // In GraphQL, Payload's own preferences and locks can be those of people of any collection, so of ours too.
      .replace(/,\{"name":"marque_users"[^}]*\}/g, '')
  );
}

/** What was made so far: the last token, and the last id by collection. */
interface Made {
  token: string;
  ids: Map<string, number | string>;
}

/** Puts ids in the place of their names. @throws Error if there is none */
const filled = (text: string, { ids }: Made): string =>
  text.replace(/("?)\{(\w+)\}\1/g, (_, quote: string, name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`Nothing was made in ${name} yet.`);
    return quote ? JSON.stringify(id) : String(id);
  });

function send(url: string, { method = 'GET', path, body, form, anonymous, headers }: Sent, made: Made) {
  const parts = new FormData();
  for (const [name, value] of Object.entries(form ?? {}))
    if (typeof value === 'string') parts.set(name, value);
    else parts.set(name, value, 'sent.png');
  return fetch(`${url}${filled(path, made)}`, {
    method,
    redirect: 'manual',
    headers: {
      origin: url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(anonymous ? {} : { authorization: `JWT ${made.token}` }),
      ...headers,
    },
    ...(form ? { body: parts } : body === undefined ? {} : { body: filled(JSON.stringify(body), made) }),
  });
}

/** Remembers what an answer says was made. */
function remember(made: Made, path: string, text: string): void {
  const { token, doc, user } = JSON.parse(text) as {
    token?: string;
    doc?: { id?: number | string };
    user?: { id?: number | string } | null;
  };
  if (token) made.token = token;
  const id = doc?.id ?? user?.id;
  if (id !== undefined) made.ids.set(path.split('/')[2]?.split('?')[0] ?? '', id);
}

export async function answersOf(url: string, requests: readonly Sent[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const made: Made = { token: '', ids: new Map() };
  for (const one of requests) {
    const response = await send(url, one, made);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('application/json')) remember(made, one.path, text);
    const plain = plainOf(url, type.startsWith('text/html') ? textOf(text) : text);
    answers.push({
      sent: `${one.method ?? 'GET'} ${one.path}`,
      status: response.status,
      text: plain,
      cookies: response.headers.getSetCookie().map((cookie) => plainOf(url, cookie)),
      headers: [...response.headers]
        .filter(([name]) => compared.includes(name) || name.startsWith('access-control-'))
        // The length of a body with a token or an address in it.
        .filter(([name]) => name !== 'content-length' || plain === text)
        .map(([name, value]) => [name, plainOf(url, value)]),
    });
  }
  return answers;
}
