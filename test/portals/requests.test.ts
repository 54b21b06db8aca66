// Requesting access to a portal, deciding on it, and what the link of an approved request opens.
import { afterAll, describe, expect, it } from '@jest/globals';
import { passCookie, requestOfKey } from '../../src/portals/visibility.ts';
import { startMailServer } from '../setup/mail-server.ts';
import type { Caller, Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, place, editor: as, write: editor } = await startWithWorkspace();
const mails = await startMailServer();
afterAll(async () => {
  await marque.close();
  await mails.close();
});

interface Made {
  id: string;
  slug: string;
}
const open = async (about: Record<string, unknown>): Promise<Made> =>
  (await editor.done('POST', '/portals', { name: 'A portal', ...about })).body.data as Made;
const behind = { access: 'password', password: 'open sesame' };
const ask = ({ slug }: Made, body: unknown, caller: Caller = null): Promise<Reply> =>
  marque.call('POST', `/api/v1/portal/${slug}/requests`, { as: caller, body });
const requests = async ({ id }: Made): Promise<Record<string, string>[]> =>
  (await editor.done('GET', `/portals/${id}/requests`)).body.data as Record<string, string>[];
const decide = async ({ id }: Made, request: string, status: string): Promise<Record<string, string>> =>
  (await editor.done('PATCH', `/portals/${id}/requests/${request}`, { status })).body.data as Record<
    string,
    string
  >;
const enter = ({ slug }: Made, headers: Record<string, string>): Promise<Reply> =>
  marque.call('GET', `/api/v1/portal/${slug}`, { headers });
const keyOf = (url: string): Record<string, string> => ({
  'x-portal-key': new URL(url).searchParams.get('key') ?? '',
});

describe('an access request', () => {
  it('gets the same response for every caller and decision, and is stored once per address', async () => {
    const portal = await open(behind);
    const answers = [
      await ask(portal, { email: 'Pia@Example.com' }),
      await ask(portal, { email: 'pia@example.com', name: 'Pia', note: 'For the magazine' }),
      await ask(portal, { email: 'paul@example.com' }, as),
    ];
    const [paul, pia] = await requests(portal);
    expect([paul?.email, pia]).toEqual([
      'paul@example.com',
      {
        id: expect.any(String),
        email: 'pia@example.com',
        name: 'Pia',
        note: 'For the magazine',
        status: 'pending',
        url: null,
        expiresAt: null,
        createdAt: expect.any(String),
        decidedAt: null,
        decidedBy: null,
      },
    ]);
    await decide(portal, pia?.id ?? '', 'approved');
    await decide(portal, paul?.id ?? '', 'denied');
    answers.push(
      await ask(portal, { email: 'pia@example.com', name: 'Eve' }),
      await ask(portal, { email: 'paul@example.com', note: 'Please' }),
    );
    for (const { status, body } of answers)
      expect([status, body]).toEqual([202, { data: { received: true } }]);
    const after = await requests(portal);
    expect(after.map(({ name, note, status }) => [name, note, status])).toEqual([
      [null, null, 'denied'],
      ['Pia', 'For the magazine', 'approved'],
    ]);
    const recorded = await marque.service.db.query<{ type: string; detail: unknown }>(
      `select type, detail from marque.events where subject_id = $1 order by id`,
      [portal.id],
    );
    expect(recorded.map(({ type }) => type)).toEqual([
      'portal.created',
      'portal.requested',
      'portal.requested',
      'portal.request_approved',
      'portal.request_denied',
    ]);
    expect(JSON.stringify(recorded)).not.toContain('key=');
    // Approved visitors are listed for those who manage portals, and for no one below.
    const reader = await marque.makeKey(place, 'read');
    const activity = async (by: Caller): Promise<string> =>
      (await marque.call('GET', '/api/v1/activity', { as: by })).bytes.toString();
    expect(await activity(as)).toContain('pia@example.com');
    expect(await activity(reader)).not.toContain('pia@example.com');
  });

  it('is refused if there is nothing to enter, and rate limited', async () => {
    const portal = await open(behind);
    for (const body of [{}, { email: 'nobody' }, { email: 'a@example.com', more: 1 }, ['text']])
      expect((await ask(portal, body)).status).toBe(400);
    expect((await ask({ id: '', slug: 'nowhere' }, { email: 'a@example.com' })).status).toBe(404);
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => ask(portal, { email: `a${at}@example.com` })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(202),
      ...Array<number>(2).fill(429),
    ]);
    const over = await open({});
    await editor.done('POST', `/portals/${over.id}/close`);
    expect((await ask(over, { email: 'a@example.com' })).status).toBe(410);
  });
});

describe('an approved request', () => {
  it('has a link that opens the portal for 90 days, whatever its access mode, until it is denied', async () => {
    for (const about of [behind, { access: 'members' }]) {
      const portal = await open(about);
      await ask(portal, { email: 'pia@example.com' });
      const [request] = await requests(portal);
      const id = request?.id ?? '';
      const approved = await decide(portal, id, 'approved');
      expect(approved).toMatchObject({ status: 'approved', decidedBy: 'Edda Editor' });
      expect(approved.url).toMatch(new RegExp(`^${marque.url}/p/${portal.slug}\\?key=`));
      const days = (Date.parse(approved.expiresAt ?? '') - Date.parse(approved.decidedAt ?? '')) / 86_400_000;
      expect(days).toBe(90);
      expect(await decide(portal, id, 'approved')).toEqual(approved);
      expect(await requests(portal)).toEqual([approved]);

      const key = keyOf(approved.url ?? '');
      const read = await enter(portal, key);
      expect([read.status, read.body.audience]).toEqual([200, 'partners']);
      // The cookie that the portal's page sets for visitors with the link.
      const known = await requestOfKey(marque.service, portal.id, key['x-portal-key'] ?? '');
      const cookie = passCookie(marque.service, portal, { request: known ?? '' }).split(';')[0] ?? '';
      expect((await enter(portal, { cookie })).status).toBe(200);

      const other = await open(about);
      expect((await enter(other, key)).status).toBe(401);
      for (const forged of [`${key['x-portal-key']}x`, `${id}.`, id, '.', `${id}.${'A'.repeat(43)}`])
        expect((await enter(portal, { 'x-portal-key': forged })).status).toBe(401);

      const denied = await decide(portal, id, 'denied');
      expect([denied.status, denied.url, denied.expiresAt]).toEqual(['denied', null, null]);
      expect((await enter(portal, key)).status).toBe(401);
      expect((await enter(portal, { cookie })).status).toBe(401);

      const again = await decide(portal, id, 'approved');
      await marque.service.db.query(
        `update marque.portal_requests set expires_at = now() - interval '1 second' where id = $1`,
        [id],
      );
      expect((await enter(portal, keyOf(again.url ?? ''))).status).toBe(401);
    }
  });

  it('is announced by mail, with the link', async () => {
    marque.service.env.settings = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mails.port),
      MAIL_FROM: 'Marque <marque@example.com>',
    };
    const portal = await open({ ...behind, name: 'Press room' });
    await ask(portal, { email: 'pia@example.com' });
    const [request] = await requests(portal);
    const { url = '' } = await decide(portal, request?.id ?? '', 'approved');
    const [mail] = await mails.received(1);
    expect([mail?.to, mail?.headers.subject]).toEqual([['pia@example.com'], 'You have access to Press room']);
    expect(mail?.text).toContain(url);
    expect(url).toContain('?key=');
  });
});

describe('deciding', () => {
  it('needs write on the portal, and one of its requests', async () => {
    const portal = await open(behind);
    const other = await open(behind);
    await ask(portal, { email: 'pia@example.com' });
    const [request] = await requests(portal);
    const proposer = await marque.makeKey(place, 'propose');
    const stranger = await marque.makeKey(await marque.makePlace(), 'admin');
    const patch = (caller: Caller, id = portal.id, which = request?.id, status = 'approved') =>
      marque.call('PATCH', `/api/v1/portals/${id}/requests/${which}`, { as: caller, body: { status } });
    for (const [caller, status] of [
      [null, 401],
      [proposer, 403],
      [stranger, 404],
    ] as const) {
      expect((await patch(caller)).status).toBe(status);
      expect((await marque.call('GET', `/api/v1/portals/${portal.id}/requests`, { as: caller })).status).toBe(
        status,
      );
    }
    expect((await patch(as, other.id)).status).toBe(404);
    expect((await patch(as, portal.id, 'nonsense')).status).toBe(404);
    expect((await patch(as, portal.id, request?.id, 'pending')).status).toBe(400);
    expect((await requests(portal))[0]?.status).toBe('pending');
  });
});
