// Granting access to a client: what a person decides, and how the access ends.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sweepConnections } from '../../src/identity/accounts/connections.ts';
import * as oauth from './oauth-client.ts';
import { documents, marque, person, place, redirectUri } from './oauth-client.ts';

afterAll(async () => {
  await marque.close();
  documents.close();
});

describe('an authorization request', () => {
  it("never redirects to an address other than exactly the client's", async () => {
    const client = await oauth.newClient();
    const wrong: Record<string, string | null>[] = [
      { redirect_uri: `${redirectUri}/more` },
      { redirect_uri: 'http://127.0.0.1:7777/back' },
      { redirect_uri: 'http://localhost.evil.example:7777/back' },
      { redirect_uri: 'https://localhost:7777/back' },
      { redirect_uri: 'http://me@localhost:7777/back' },
      { redirect_uri: `${redirectUri}?next=evil` },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: null },
      { client_id: 'mqc_unknown' },
      // Its document is fetched by the guarded dialler, which reaches no private address.
      { client_id: 'https://127.0.0.1:1/client.json' },
      { client_id: null },
    ];
    for (const changes of wrong) {
      const reply = await oauth.authorize(client, changes);
      expect([changes, reply.status, reply.headers.get('location')]).toEqual([changes, 400, null]);
    }
  });

  it('may name any port of a loopback address, and is answered there', async () => {
    for (const [registered, asked] of [
      ['http://127.0.0.1/callback', 'http://127.0.0.1:53123/callback'],
      ['http://localhost:7777/back', 'http://localhost:1/back'],
      ['http://[::1]/', 'http://[::1]:8080/'],
      // As VS Code shows it, and as it asks.
      ['http://127.0.0.1:33418', 'http://127.0.0.1:33418/'],
    ] as const) {
      const { body } = await oauth.register({ redirect_uris: ['https://app.example/back', registered] });
      const client = { clientId: body.client_id as string, verifier: randomBytes(32).toString('base64url') };
      const reply = await oauth.authorize(client, { redirect_uri: asked });
      const request = oauth.locationOf(reply).searchParams.get('request') ?? '';
      const { nonce } = (await oauth.look(request)).body.data;
      const given = await oauth.answer(request, { nonce, allow: true, workspace: place.workspaceId });
      const back = new URL(given.body.data.redirect);
      expect(back.href.startsWith(new URL(asked).href)).toBe(true);
      const code = back.searchParams.get('code') ?? '';
      // The port is part of the code's redirect address.
      const tokens = await oauth.exchange(client, code, { redirect_uri: asked });
      expect([asked, tokens.status]).toEqual([asked, 200]);
    }
  });

  it('needs PKCE with S256, response type code and this resource; otherwise the person sees an error, without a redirect', async () => {
    const client = await oauth.newClient();
    for (const [changes, error] of [
      [{ code_challenge: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const reply = await oauth.authorize(client, changes);
      expect([changes, reply.status, reply.headers.get('location')]).toEqual([changes, 400, null]);
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', detail: { error } });
    }
  });
});

describe('a decision', () => {
  const asked = async () => oauth.requestBy(await oauth.newClient());

  it('works from a page whose read was overtaken by another', async () => {
    const request = await asked();
    const { nonce } = (await oauth.look(request)).body.data;
    await oauth.look(request);
    const yes = { nonce, allow: true, workspace: place.workspaceId };
    expect((await oauth.answer(request, yes)).status).toBe(200);
    expect((await oauth.answer(request, yes)).status).toBe(410);
  });

  it("needs a signed-in person, a page of this server and that page's nonce, and works once", async () => {
    const request = await asked();
    const key = (await marque.makeKey(place, 'admin')).key;
    expect((await marque.call('GET', `/api/v1/oauth/requests/${request}`)).status).toBe(401);
    expect((await marque.call('GET', `/api/v1/oauth/requests/${request}`, { as: { key } })).status).toBe(403);
    const { nonce } = (await oauth.look(request)).body.data;
    const yes = { nonce, allow: true, workspace: place.workspaceId };
    expect((await oauth.answer(request, { ...yes, nonce: 'another' })).status).toBe(410);
    const other = await marque.makeMember(place, 'write');
    expect((await oauth.answer(request, yes, other)).status).toBe(410);
    const foreign = await marque.call('POST', `/api/v1/oauth/requests/${request}`, {
      as: { cookie: person.cookie },
      body: yes,
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect((await oauth.answer(request, yes)).status).toBe(200);
    expect((await oauth.answer(request, yes)).status).toBe(410);
    expect((await oauth.look(request)).status).toBe(410);
    expect((await oauth.look('nothing')).status).toBe(410);
  });

  it("never grants more than the person has, and a refused grant doesn't use up the request", async () => {
    const reader = await marque.makeMember(place, 'read');
    const request = await asked();
    const seen = (await oauth.look(request, reader)).body.data;
    expect(seen.workspaces).toMatchObject([{ scopes: ['read'] }]);
    const give = (scope: string, workspace = place.workspaceId) =>
      oauth.answer(request, { nonce: seen.nonce, allow: true, workspace, scope }, reader);
    expect((await give('admin')).status).toBe(400);
    expect((await give('write')).status).toBe(403);
    expect((await give('read', (await marque.makePlace()).workspaceId)).status).toBe(404);
    expect((await give('read')).status).toBe(200);
  });

  it('never grants more than the settings allow an agent', async () => {
    const own = await marque.makePlace();
    const admin = await marque.makeAdmin(own);
    const scopesThere = async (): Promise<string[]> => {
      const { workspaces } = (await oauth.look(await asked(), admin)).body.data as {
        workspaces: { id: string; scopes: string[] }[];
      };
      return workspaces.find(({ id }) => id === own.workspaceId)?.scopes ?? [];
    };
    // Never admin, whatever the person has.
    expect(await scopesThere()).toEqual(['read', 'propose', 'write']);
    const set = await marque.call('PATCH', '/api/v1/settings/agents?context=workspace', {
      as: { cookie: admin.cookie },
      headers: { 'x-workspace': own.workspaceId },
      body: { maxScope: 'propose' },
    });
    expect(set.status).toBe(200);
    expect(await scopesThere()).toEqual(['read', 'propose']);
    const request = await asked();
    const { nonce } = (await oauth.look(request, admin)).body.data;
    const give = (scope: string) =>
      oauth.answer(request, { nonce, allow: true, workspace: own.workspaceId, scope }, admin);
    const refused = await give('write');
    expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'write', has: 'propose' }]);
    expect((await give('propose')).status).toBe(200);
  });

  it("is offered as it will be granted, if the person's only grant is inside a workspace", async () => {
    const own = await marque.makePlace();
    const collection = await marque.makeCollection(own);
    for (const [held, offered] of [
      ['read', ['read']],
      ['write', ['read', 'propose', 'write']],
    ] as const) {
      const narrow = await marque.makePerson();
      await marque.grant(narrow.id, 'collection', collection, held, { place: own });
      const request = await asked();
      const seen = (await oauth.look(request, narrow)).body.data;
      expect(seen.workspaces).toMatchObject([{ id: own.workspaceId, scopes: offered }]);
      const body = { nonce: seen.nonce, allow: true, workspace: own.workspaceId, scope: offered.at(-1) };
      expect((await oauth.answer(request, body, narrow)).status).toBe(200);
    }
  });

  it("that is invalid is refused, and doesn't use up the request", async () => {
    const request = await asked();
    const { nonce } = (await oauth.look(request)).body.data;
    for (const body of [{}, { nonce }, { nonce, allow: 'yes' }, { nonce, allow: true, workspace: 'x' }])
      expect([body, (await oauth.answer(request, body)).status]).toEqual([body, 400]);
    expect((await oauth.answer(request, { nonce, allow: false })).status).toBe(200);
  });

  it('to decline is reported to the client', async () => {
    const request = await asked();
    const { nonce } = (await oauth.look(request)).body.data;
    const to = new URL((await oauth.answer(request, { nonce, allow: false })).body.data.redirect);
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual([
      'access_denied',
      'a state',
    ]);
    expect(to.searchParams.get('code')).toBeNull();
  });
});

describe('an authorization code', () => {
  it('works once; if it is used again, its token is revoked', async () => {
    const client = await oauth.newClient();
    const code = await oauth.allow(client);
    const given = await oauth.exchange(client, code);
    expect(given.body).toEqual({
      access_token: expect.stringMatching(/^mq_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^mqr_/),
      scope: 'propose',
    });
    expect(given.headers.get('cache-control')).toBe('no-store');
    expect((await oauth.me(given.body.access_token)).status).toBe(200);
    const again = await oauth.exchange(client, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await oauth.me(given.body.access_token)).status).toBe(401);
    expect((await oauth.renew(client, given.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('needs its verifier, client, redirect address and resource, within a minute', async () => {
    const wrong: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString('base64url') },
      { client_id: (await oauth.newClient()).clientId },
      { redirect_uri: 'http://localhost:7777/other' },
      { resource: 'https://other.example/' },
    ];
    for (const changes of wrong) {
      const client = await oauth.newClient();
      const reply = await oauth.exchange(client, await oauth.allow(client), changes);
      expect([changes, reply.status]).toEqual([changes, 400]);
    }
    const client = await oauth.newClient();
    const code = await oauth.allow(client);
    await marque.service.db.query('update marque.oauth_codes set expires_at = now() where hash = $1', [
      createHash('sha256').update(code).digest('hex'),
    ]);
    expect((await oauth.exchange(client, code)).body.error).toBe('invalid_grant');
    expect((await oauth.exchange(client, 'nothing')).body.error).toBe('invalid_grant');
    expect((await oauth.token({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
    expect((await oauth.token({})).body.error).toBe('invalid_request');
  });
});

describe('a client that sends an assertion (private_key_jwt)', () => {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const assertion = (claims: unknown): string => `${encoded({ alg: 'ES256' })}.${encoded(claims)}.signature`;
  const asserted = (claims: unknown) => ({
    client_assertion_type: type,
    client_assertion: assertion(claims),
  });
  const exchange = async (client: oauth.ClientRequest, form: Record<string, string>) =>
    oauth.token({
      grant_type: 'authorization_code',
      code: await oauth.allow(client),
      code_verifier: client.verifier,
      redirect_uri: redirectUri,
      ...form,
    });

  it('is known by its subject without client_id, for the code and each refresh', async () => {
    const client = await oauth.newClient();
    const self = asserted({ iss: client.clientId, sub: client.clientId, aud: marque.url, jti: 'one' });
    const given = await exchange(client, self);
    expect([given.status, given.body.scope]).toEqual([200, 'propose']);
    expect((await oauth.me(given.body.access_token as string)).status).toBe(200);
    const refresh = given.body.refresh_token as string;
    const renewed = await oauth.token({ grant_type: 'refresh_token', refresh_token: refresh, ...self });
    expect(renewed.status).toBe(200);
    const both = await exchange(client, { ...self, client_id: client.clientId });
    expect(both.status).toBe(200);
  });

  it("can't use the code of another client", async () => {
    const [client, other] = [await oauth.newClient(), await oauth.newClient()];
    const theirs = asserted({ iss: other.clientId, sub: other.clientId });
    expect((await exchange(client, theirs)).body.error).toBe('invalid_grant');
    const mixed = await exchange(client, { ...theirs, client_id: client.clientId });
    expect([mixed.status, mixed.body.error]).toEqual([400, 'invalid_client']);
  });

  it('is told what an assertion must be, and keeps its code', async () => {
    const client = await oauth.newClient();
    const code = await oauth.allow(client);
    const form = { grant_type: 'authorization_code', code, code_verifier: client.verifier };
    const claims = { iss: client.clientId, sub: client.clientId };
    for (const bad of [
      asserted({}),
      asserted({ iss: client.clientId }),
      asserted({ iss: 'https://idp.example/', sub: client.clientId }),
      asserted('text'),
      {
        ...asserted(claims),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
      },
      { client_assertion: assertion(claims) },
      { client_assertion_type: type, client_assertion: 'a.b' },
      { client_assertion_type: type, client_assertion: 'a.%%%.c' },
      { client_assertion_type: type, client_assertion: '' },
    ]) {
      const reply = await oauth.token({ ...form, ...bad });
      expect([bad, reply.status, reply.body.error]).toEqual([bad, 400, 'invalid_client']);
      expect(reply.body.error_description).toContain('sub');
    }
    const nothing = await oauth.token(form);
    expect([nothing.status, nothing.body.error]).toEqual([400, 'invalid_request']);
    expect(nothing.body.error_description).toContain('client_assertion');
    expect((await oauth.token({ ...form, ...asserted(claims) })).status).toBe(200);
  });
});

describe('an access token', () => {
  it('is stored only as a hash', async () => {
    const { access_token: access, refresh_token: refresh } = await oauth.connected();
    for (const table of [
      'keys',
      'marque.oauth_codes',
      'marque.oauth_refreshes',
      'marque.oauth_requests',
      'marque.events',
    ]) {
      const [row] = await marque.service.db.query<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      );
      expect([table, row?.text.includes(access), row?.text.includes(refresh)]).toEqual([table, false, false]);
    }
  });

  it('expires', async () => {
    const { client, access_token: access, refresh_token: refresh } = await oauth.connected();
    const { id } = (await oauth.me(access)).body.data;
    await marque.service.db.query('update keys set expires_at = now() where id = $1', [id]);
    expect((await oauth.me(access)).status).toBe(401);
    await marque.service.db.query('update marque.oauth_refreshes set expires_at = now() where key_id = $1', [
      id,
    ]);
    expect((await oauth.renew(client, refresh)).body.error).toBe('invalid_grant');
  });

  it("is swept once it can't be refreshed, with its request and requests that were never answered", async () => {
    const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      marque.service.db.query<Row>(text, values);
    const age = (column: string, where: string, id: string) =>
      sql(`update ${column} set expires_at = now() - interval '1 second' where ${where} = $1`, [id]);
    const idOf = async (key: string): Promise<string> => (await oauth.me(key)).body.data.id;
    await sweepConnections(marque.service);
    const [over, resting, used] = [await oauth.connected(), await oauth.connected(), await oauth.connected()];
    const [overId, restingId] = [await idOf(over.access_token), await idOf(resting.access_token)];
    const { id: plain } = await marque.makeKey(place, 'read');
    await age('keys', 'id', overId);
    await age('marque.oauth_refreshes', 'key_id', overId);
    // An hour without a call: it can still be refreshed.
    await age('keys', 'id', restingId);
    await age('keys', 'id', plain);
    const request = await oauth.requestBy(await oauth.newClient());
    await age('marque.oauth_requests', 'id', request);
    expect(await sweepConnections(marque.service)).toBe(1);
    expect(await sweepConnections(marque.service)).toBe(0);

    const left = (await sql<{ id: string }>('select id from keys')).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([restingId, plain, await idOf(used.access_token)]));
    expect(left).not.toContain(overId);
    expect(await sql('select 1 from marque.oauth_requests where id = $1', [request])).toEqual([]);
    expect(
      await sql(`select 1 from marque.events where type = 'key.revoked' and subject_id = $1`, [overId]),
    ).toHaveLength(1);
    expect((await oauth.renew(resting.client, resting.refresh_token)).status).toBe(200);
    expect((await oauth.renew(over.client, over.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is revoked by the agent, with either token', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const { client, ...tokens } = await oauth.connected();
      const revoke = (value: string) =>
        marque.call('POST', '/api/v1/oauth/revoke', {
          body: new URLSearchParams({ token: value }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      expect((await revoke(tokens[which])).status).toBe(200);
      expect((await oauth.me(tokens.access_token)).status).toBe(401);
      expect((await oauth.renew(client, tokens.refresh_token)).body.error).toBe('invalid_grant');
      expect((await revoke(tokens[which])).status).toBe(200);
    }
    // An ordinary key can't be revoked this way.
    const { key } = await marque.makeKey(place, 'read');
    const body = new URLSearchParams({ token: key }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await marque.call('POST', '/api/v1/oauth/revoke', { body, headers })).status).toBe(200);
    expect((await oauth.me(key)).status).toBe(200);
  });

  it('stops working the moment the person revokes it or loses access', async () => {
    const { client, access_token: access, refresh_token: refresh } = await oauth.connected();
    const { id } = (await oauth.me(access)).body.data;
    const gone = await marque.call('DELETE', `/api/v1/keys/${id}`, { as: { cookie: person.cookie } });
    expect(gone.status).toBe(200);
    expect((await oauth.me(access)).status).toBe(401);
    expect((await oauth.renew(client, refresh)).body.error).toBe('invalid_grant');

    const leaver = await marque.makePerson();
    const grant = await marque.grant(leaver.id, 'workspace', place.workspaceId, 'write', { place });
    const held = await oauth.connected('write', leaver);
    const search = () => marque.call('GET', '/api/v1/assets', { as: { key: held.access_token } });
    expect((await search()).status).toBe(200);
    await marque.payload.delete({ collection: 'grants', id: grant });
    expect((await search()).status).toBeGreaterThanOrEqual(403);
  });
});
