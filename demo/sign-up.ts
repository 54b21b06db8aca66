// The first steps of a person: an account, custom fields, and a key for an agent.
import { randomBytes } from 'node:crypto';
import { chapter, type Reply, type Send, type Who } from './tell.ts';

/** Throw-away password: the service listens on loopback, on a folder made for it. */
export const person = {
  name: 'Mara',
  email: process.env.ADMIN_EMAIL || 'mara@example.com',
  password: process.env.ADMIN_PASSWORD || randomBytes(9).toString('base64url'),
};

const cookieOf = ({ headers }: Reply): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

export async function signUp(send: Send, server: string): Promise<Who> {
  chapter('The first person signs up: that makes an organization, a workspace and a brand');
  const reply = await send('POST', '/api/auth/sign-up', {
    who: { name: person.name, headers: {} },
    expect: 201,
    body: person,
    says: ({ body }) => `${body.data.user.name} <${body.data.user.email}> is admin`,
    holds: ({ headers }) => headers.getSetCookie().length === 1,
  });
  return { name: person.name, headers: { cookie: cookieOf(reply), origin: server } };
}

/** @param path where she signs in: an app has people of its own */
export async function signIn(send: Send, server: string, path: string): Promise<Who> {
  chapter('A person of the app signs in');
  const reply = await send('POST', path, {
    who: { name: person.name, headers: { origin: server } },
    expect: 200,
    body: { email: person.email, password: person.password },
    says: () => person.email,
    holds: ({ headers }) => headers.getSetCookie().length > 0,
  });
  return { name: person.name, headers: { cookie: cookieOf(reply), origin: server } };
}

/** @returns the agent's key. */
export async function setUp(send: Send, mara: Who): Promise<string> {
  chapter('She defines custom fields, and makes a key for an agent that may propose');
  const fields = [
    {
      key: 'subject',
      label: 'Subject',
      type: 'select',
      options: ['space', 'animal', 'food'],
      required: true,
    },
    { key: 'campaign', label: 'Campaign', type: 'text' },
  ];
  for (const field of fields) {
    await send('POST', '/api/v1/fields', {
      who: mara,
      expect: 201,
      body: field,
      says: ({ body: { data } }) =>
        `${data.key}: ${data.type}${data.options.length > 0 ? ` of ${data.options.join(', ')}` : ''}`,
    });
  }
  const made = await send('POST', '/api/v1/keys', {
    who: mara,
    expect: 201,
    body: { name: 'Scout', scope: 'propose' },
    says: ({ body: { data } }) => `${data.prefix}…, scope ${data.scope}`,
    holds: ({ body: { data } }) => data.scope === 'propose' && data.owner === null,
  });
  return made.body.data.secret;
}
