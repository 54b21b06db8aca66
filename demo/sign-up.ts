// The first steps of a person: an account, custom fields, and a key for an agent.
import { randomBytes } from 'node:crypto';
import { chapter, type Send, type Who } from './tell.ts';

/** Throw-away password: the service listens on loopback, on a folder made for it. */
export const person = {
  name: 'Mara',
  email: 'mara@example.com',
  password: randomBytes(9).toString('base64url'),
};

export async function signUp(send: Send, server: string): Promise<Who> {
  chapter('The first person signs up: that makes an organization, a workspace and a brand');
  const reply = await send('POST', '/api/auth/sign-up', {
    who: { name: person.name, headers: {} },
    expect: 201,
    body: person,
    says: ({ body }) => `${body.data.user.name} <${body.data.user.email}> is admin`,
    holds: ({ headers }) => headers.getSetCookie().length === 1,
  });
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { name: person.name, headers: { cookie, origin: server } };
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
