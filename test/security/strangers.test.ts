// Small attacks by callers without an account or with few permissions: open redirects, invalid server
// functions, injected text, extra organizations.
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isServerFunction } from '../../src/panel/shell/server-functions.ts';
import type { Person } from '../setup/service.ts';
import { startWithOrganization } from '../setup/workspace.ts';

const { marque, place, admin } = await startWithOrganization({ RATE_LIMIT: '0' });

afterAll(() => marque.close());

describe('an invalid authorization request', () => {
  const evil = 'https://evil.example/phish';

  it('shows an error to the person, and never redirects to a registered address', async () => {
    const { body } = await marque.call('POST', '/api/v1/oauth/register', {
      body: { client_name: 'Evil', redirect_uris: [evil] },
    });
    const wrongs: Record<string, string>[] = [
      { response_type: 'token' },
      { response_type: '' },
      { response_type: 'code' },
      { response_type: 'code', code_challenge_method: 'S256', code_challenge: 'x' },
      { response_type: 'code', prompt: 'none', scope: 'admin' },
    ];
    for (const wrong of wrongs) {
      const clientId = body.client_id as string;
      const query = new URLSearchParams({ client_id: clientId, redirect_uri: evil, ...wrong });
      const path = `/api/v1/oauth/authorize?${query.toString()}`;
      const page = await marque.call('GET', path, { headers: { accept: 'text/html,*/*' } });
      expect([wrong, page.status, page.headers.get('location')]).toEqual([wrong, 400, null]);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(page.bytes.toString()).not.toContain('evil.example');
      const program = await marque.call('GET', path);
      expect([program.status, program.body.error.code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('a server function', () => {
  it("is one of Payload's, and never a property that every object has", async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', '', null, 7, {}])
      expect([name, isServerFunction(name)]).toEqual([name, false]);
    const source = await readFile(
      'node_modules/@payloadcms/next/dist/utilities/handleServerFunctions.js',
      'utf8',
    );
    const table = /const baseServerFunctions = \{([^}]*)\}/.exec(source)?.[1] ?? '';
    const payloads = [...table.matchAll(/^\s*'?([a-z-]+)'?:/gm)].map(([, name]) => name ?? '');
    expect(payloads.length).toBeGreaterThan(10);
    for (const name of payloads) expect([name, isServerFunction(name)]).toEqual([name, true]);
  });

  it('is checked by the panel’s layout before Payload sees it', async () => {
    const layout = await readFile('src/app/(payload)/layout.tsx', 'utf8');
    expect(layout.indexOf('isServerFunction(args.name)')).toBeGreaterThan(0);
    expect(layout.indexOf('isServerFunction(args.name)')).toBeLessThan(
      layout.indexOf('handleServerFunctions({'),
    );
  });
});

describe("a brand's tokens", () => {
  const attack = `x</style><script>alert(1)</script><!-- ' " \\ */ --> #{1} \${2} {color.primary} \u2028`;

  it('contain no text that ends the file or the element they are in', async () => {
    await marque.payload.create({
      collection: 'brands',
      data: { name: `Acme ${attack}`, slug: 'acme', isDefault: true, workspace: place.workspaceId },
    });
    const as = { cookie: admin.cookie };
    for (const rule of [
      { key: 'type.body', type: 'font', value: { family: attack, size: 16 }, spec: { fallback: [attack] } },
      { key: 'copy.claim', type: 'text', value: attack, label: attack, usage: attack },
      { key: 'copy.words', type: 'list', value: [attack] },
      { key: 'color.primary', type: 'color', value: '#ff0000', usage: `${attack}\nlet evil = 1` },
    ]) {
      const made = await marque.call('POST', '/api/v1/brand/rules?brand=acme', { as, body: rule });
      if (made.status !== 201) throw new Error(made.bytes.toString());
    }
    for (const format of ['json', 'css', 'scss', 'tailwind', 'ts', 'swift', 'android']) {
      const reply = await marque.call('GET', `/api/v1/brand/tokens?brand=acme&format=${format}`, { as });
      expect([format, reply.status]).toEqual([format, 200]);
      const text = reply.bytes.toString();
      // Swift isn't inside an element: there only a quote ends a string, and a line break the comment after it.
      const ending =
        format === 'swift' ? /= "[^"\n]*"(?! \/\/ )[^\n]|\r/ : /<\/?(style|script)|<!--.*-->.*-->/i;
      expect([format, ending.exec(text)?.[0]]).toEqual([format, undefined]);
      expect(text).not.toContain('\u2028');
      expect(text).not.toMatch(/^\s*let evil/m);
    }
    const { body } = await marque.call('GET', '/api/v1/brand/tokens?brand=acme&format=json', { as });
    expect(body.type.body.family.$value[0]).toContain('</style><script>');
  });
});

describe('an organization', () => {
  const create = (as: Person) =>
    marque.call('POST', '/api/v1/organizations', { as: { cookie: as.cookie }, body: { name: 'Mine' } });
  const count = async () => (await marque.service.db.query('select 1 from organizations')).length;

  it('can only be created by admins of one, unless the server is configured otherwise', async () => {
    const guest = await marque.makeMember(place, 'read', { name: 'Guest' });
    const workspaceAdmin = await marque.makeMember(place, 'admin', { name: 'Wanda' });
    const newcomer = await marque.makePerson('Nobody');
    const before = await count();
    for (const person of [guest, workspaceAdmin, newcomer]) {
      const refused = await create(person);
      expect([person.name, refused.status, refused.body.error.code]).toEqual([person.name, 403, 'forbidden']);
    }
    expect(await count()).toBe(before);
    expect((await create(admin)).status).toBe(201);

    marque.service.env.organizations = 'everyone';
    expect((await create(guest)).status).toBe(201);
    marque.service.env.organizations = 'admins';
    expect((await create(newcomer)).status).toBe(403);
  });
});
