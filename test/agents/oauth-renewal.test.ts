// How long access lasts: refreshes, a refresh token used again, and the highest scope that the settings allow.
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sweepConnections } from '../../src/identity/accounts/connections.ts';
import { connect } from './client.ts';
import * as oauth from './oauth-client.ts';
import { documents, marque } from './oauth-client.ts';

afterAll(async () => {
  await marque.close();
  documents.close();
});

/** As if a refresh token had been used a minute earlier. */
const minuteAgo = (refresh: string) =>
  marque.service.db.query(
    `update marque.oauth_refreshes set used_at = used_at - interval '61 seconds' where hash = $1`,
    [createHash('sha256').update(refresh).digest('hex')],
  );

describe('an access token', () => {
  it('is refreshed by rotation, and a refresh token used again after a minute ends the family', async () => {
    const { client, access_token: first, refresh_token: old } = await oauth.connected();
    const second = (await oauth.renew(client, old)).body;
    expect((await oauth.me(first)).status).toBe(401);
    expect((await oauth.me(second.access_token)).status).toBe(200);
    const other = await oauth.newClient();
    expect((await oauth.renew(other, second.refresh_token)).body.error).toBe('invalid_grant');
    expect((await oauth.me(second.access_token)).status).toBe(200);
    await minuteAgo(old);
    expect((await oauth.renew(client, old)).body.error).toBe('invalid_grant');
    expect((await oauth.me(second.access_token)).status).toBe(401);
    expect((await oauth.renew(client, second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('stays valid when its refresh token is used again within a minute, which answers it once more', async () => {
    const { client, refresh_token: old } = await oauth.connected();
    const [one, other] = await Promise.all([oauth.renew(client, old), oauth.renew(client, old)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const { expires_in: _, ...answered } = one.body;
    expect(other.body).toMatchObject(answered);
    expect(other.body.expires_in).toBeGreaterThan(3500);
    expect((await oauth.me(answered.access_token)).status).toBe(200);
    // What was answered can be refreshed meanwhile: the first token then leads to what works now.
    const next = (await oauth.renew(client, answered.refresh_token)).body;
    const again = (await oauth.renew(client, old)).body;
    expect([again.access_token, again.refresh_token]).toEqual([next.access_token, next.refresh_token]);
    expect((await oauth.me(again.access_token)).status).toBe(200);
    // The database has neither token, also not while it could answer them again.
    const [row] = await marque.service.db.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from marque.oauth_refreshes t`,
    );
    for (const token of [answered.access_token, answered.refresh_token, next.refresh_token, old])
      expect(row?.text).not.toContain(token);
  });

  it('ends at once if another client uses its refresh token, also within that minute', async () => {
    const { client, refresh_token: old } = await oauth.connected();
    const { access_token: access } = (await oauth.renew(client, old)).body;
    const other = await oauth.newClient();
    expect((await oauth.renew(other, old)).body.error).toBe('invalid_grant');
    expect((await oauth.me(access)).status).toBe(401);
  });

  it('is never above the highest scope that the settings allow now, whatever was allowed before', async () => {
    const own = await marque.makePlace();
    const admin = await marque.makeAdmin(own);
    const client = await oauth.newClient();
    const request = await oauth.requestBy(client);
    const { nonce } = (await oauth.look(request, admin)).body.data;
    const yes = { nonce, allow: true, workspace: own.workspaceId, scope: 'write' };
    const to = new URL((await oauth.answer(request, yes, admin)).body.data.redirect);
    const tokens = (await oauth.exchange(client, to.searchParams.get('code') ?? '')).body;
    const made = await marque.makeKey(own, 'write');
    const collection = await marque.makeCollection(own);
    const scopes = async (key = tokens.access_token) => {
      const { scope } = (await oauth.me(key)).body.data;
      const tag = { name: 'x', slug: `brand-${counter++}` };
      const { status } = await marque.call('POST', '/api/v1/brands', { as: { key }, body: tag });
      const agent = await connect(marque.url, key);
      const names = (await agent.client.listTools()).tools.map(({ name }) => name);
      await agent.close();
      return [scope, status, names.includes('update_assets')];
    };
    let counter = 0;
    const setMost = async (context: 'workspace' | 'organization', maxScope: string | null) => {
      const reply = await marque.call('PATCH', `/api/v1/settings/agents?context=${context}`, {
        as: { cookie: admin.cookie },
        headers: { 'x-workspace': own.workspaceId },
        body: { maxScope },
      });
      expect(reply.status).toBe(200);
    };
    expect(await scopes()).toEqual(['write', 201, true]);
    await setMost('organization', 'read');
    expect(await scopes()).toEqual(['read', 403, false]);
    // A key that somebody made by hand is limited only when it's made.
    expect((await scopes(made.key))[0]).toBe('write');
    // The workspace's own comes before that of its organization.
    await setMost('workspace', 'propose');
    expect(await scopes()).toEqual(['propose', 403, false]);
    // The same after a refresh.
    const renewed = (await oauth.renew(client, tokens.refresh_token)).body;
    expect(await scopes(renewed.access_token)).toEqual(['propose', 403, false]);
    // Lists say both: what was granted, and what it can use now.
    const { body: listed } = await marque.call('GET', '/api/v1/keys', {
      as: { cookie: admin.cookie },
      headers: { 'x-workspace': own.workspaceId },
    });
    const keys = listed.data as { connected: boolean; scope: string; effectiveScope: string }[];
    expect(Object.fromEntries(keys.map((one) => [one.connected, [one.scope, one.effectiveScope]]))).toEqual({
      true: ['write', 'propose'],
      false: ['write', 'write'],
    });
    // The access report says what it can do now.
    const report = await marque.call('GET', `/api/v1/catalog/${collection}/access`, {
      as: { cookie: admin.cookie },
    });
    const agents = (report.body.holders as { kind: string; who: string; scope: string }[]).filter(
      ({ kind }) => kind === 'agent',
    );
    expect(agents.map(({ scope }) => scope).sort()).toEqual(['propose', 'write']);
    await setMost('workspace', null);
    await setMost('organization', 'admin');
    expect(await scopes(renewed.access_token)).toEqual(['write', 201, true]);
  });
});

describe('a registered client', () => {
  it('is forgotten after a month without a connection or a request', async () => {
    const clients = async (): Promise<string[]> =>
      (await marque.service.db.query<{ id: string }>('select id from marque.oauth_clients')).map(
        ({ id }) => id,
      );
    const [idle, asking, fresh] = [await oauth.newClient(), await oauth.newClient(), await oauth.newClient()];
    await oauth.connected();
    await oauth.requestBy(asking);
    const connected = (await clients()).at(-1);
    await marque.service.db.query(
      `update marque.oauth_clients set created_at = now() - interval '31 days' where id <> $1`,
      [fresh.clientId],
    );
    await sweepConnections(marque.service);
    const left = await clients();
    expect(left).toEqual(expect.arrayContaining([asking.clientId, fresh.clientId, connected]));
    expect(left).not.toContain(idle.clientId);
    expect((await oauth.authorize(idle)).body.error.message).toContain('Register it again');
  });
});
