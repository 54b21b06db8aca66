// `@name` in comments: who is suggested, and who is mailed.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mentionsIn } from '../../src/comments/mentions.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import { startMailServer } from '../setup/mail-server.ts';
import { startService } from '../setup/service.ts';
import { enterReview } from '../shares/review-visitor.ts';
import { makeShareLink } from '../shares/share-links.ts';

const mailbox = await startMailServer();
const marque = await startService({ FETCH_ALLOW: `127.0.0.1:${mailbox.port}` });
await marque.service.jobs.send('sweep');
const place = await marque.makePlace('Acme');
const admin = await marque.makeAdmin(place);
const mara = await marque.makeMember(place, 'write', { name: 'Mara Meyer' });
const jon = await marque.makeMember(place, 'read', { name: 'Jon Jansen' });
const stranger = await marque.makeMember(await marque.makePlace(), 'admin', { name: 'Sam Stranger' });
const write = callsAs(marque, mara);
const emailOf = new Map(
  (await marque.service.db.query<{ id: string; email: string }>('select id, email from users')).map(
    ({ id, email }) => [id, email],
  ),
);
const set = await marque.call('PATCH', '/api/v1/settings/email?context=organization', {
  as: { cookie: admin.cookie },
  body: { host: '127.0.0.1', port: mailbox.port, from: 'Acme <acme@example.com>' },
});
if (set.status !== 200) throw new Error(JSON.stringify(set.body));

let asset: string;

beforeEach(async () => {
  asset = ((await makeAsset(marque, { cookie: mara.cookie }, { filename: 'harbour.png' })) as { id: string })
    .id;
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await untilSent();
  await marque.close();
  await mailbox.close();
});

/** No mail is waiting any more. */
const untilSent = () =>
  until(async () => {
    const rows = await marque.service.db.query(
      `select 1 from marque_jobs.job where name = 'mail' and state in ('created', 'active', 'retry')`,
    );
    return rows.length === 0;
  });
const mailed = async (): Promise<string[]> => {
  await untilSent();
  return mailbox.mails.map(({ to }) => to[0] ?? '').sort();
};

describe('a mention', () => {
  it('mails the person once, with the text and a link to the comment', async () => {
    const { id } = await write.create(`/assets/${asset}/comments`, {
      body: 'Can you crop this, @jon jansen? @Jon Jansen!',
    });
    expect(await mailed()).toEqual([emailOf.get(jon.id)]);
    const [mail] = mailbox.mails;
    expect(mail?.headers.subject).toBe('Mara Meyer mentioned you in a comment on harbour.png');
    expect(mail?.text).toContain('Can you crop this');
    expect(mail?.text).toContain(`${marque.url}/admin/collections/assets/${asset}#comment-${id}`);

    // Whoever was mentioned before isn't told again; whoever is new is.
    await write.done('PATCH', `/comments/${id}`, { body: 'Can you crop it, @Jon Jansen and @Mara Meyer?' });
    expect(await mailed()).toEqual([emailOf.get(jon.id)]);
    await write.create(`/comments/${id}/replies`, { body: '@Jon Jansen, please.' });
    expect(await mailed()).toEqual([emailOf.get(jon.id), emailOf.get(jon.id)]);
  });

  it('mails nobody who cannot open the asset', async () => {
    await write.done('PATCH', `/assets/${asset}`, { private: true });
    const { id } = await write.create(`/assets/${asset}/comments`, {
      body: '@Jon Jansen @Sam Stranger @Nobody @Mara Meyer',
    });
    expect(id).toEqual(expect.any(String));
    expect(await mailed()).toEqual([]);
    expect(stranger.id).not.toBe(jon.id);
  });

  it('is mailed without the text where an agent wrote it', async () => {
    const agent = callsAs(marque, await marque.makeKey(place, 'propose'));
    await agent.create(`/assets/${asset}/comments`, { body: '@Jon Jansen see https://evil.example.com' });
    expect(await mailed()).toEqual([emailOf.get(jon.id)]);
    expect(mailbox.mails[0]?.text).not.toContain('evil');
  });

  it('is mailed without the text where a visitor of a review link wrote it', async () => {
    const link = await makeShareLink(
      marque,
      { cookie: mara.cookie },
      { kind: 'review', asset, name: 'Spring' },
    );
    const visitor = await enterReview(marque, link, { name: 'Mara Meyer', email: 'not-mara@example.com' });
    await visitor.comment(asset, '@Jon Jansen see https://evil.example.com');
    expect(await mailed()).toEqual([emailOf.get(jon.id)]);
    const [mail] = mailbox.mails;
    // Visitors choose their names.
    expect(mail?.text).toContain('Mara Meyer (link “Spring”) mentioned you in a comment on harbour.png');
    expect(mail?.text).not.toContain('evil');
  });

  it('works in comments on pages, too', async () => {
    const brand = await write.create('/brands', { name: 'Acme', slug: 'acme' });
    await write.done('PUT', `/brands/${brand.id}/pages/color`, { title: 'Color', sections: [] });
    await write.create(`/brands/${brand.id}/comments`, { page: 'color', body: '@Jon Jansen?' });
    expect(await mailed()).toEqual([emailOf.get(jon.id)]);
    expect(mailbox.mails[0]?.text).toContain(`${marque.url}/admin/brands/acme/pages/color`);
  });
});

describe('people to mention', () => {
  const suggested = async (q: string): Promise<unknown> =>
    (await write.done('GET', `/assets/${asset}/mentions?q=${encodeURIComponent(q)}`)).body.data;

  it('are those who can open the asset, found by any word of their name', async () => {
    expect(await suggested('jan')).toEqual([{ id: jon.id, name: 'Jon Jansen' }]);
    expect(await suggested('JON J')).toEqual([{ id: jon.id, name: 'Jon Jansen' }]);
    expect(await suggested('jansen jon')).toEqual([]);
    expect(await suggested('sam')).toEqual([]);
    await write.done('PATCH', `/assets/${asset}`, { private: true });
    expect(await suggested('jon')).toEqual([]);
  });
});

describe('names in a text', () => {
  const people = ['Jo', 'Jo Ann', 'José Ω', 'Max'].map((name) => ({ name }));
  it.each([
    ['@Jo', ['Jo']],
    ['@jo ann, hi', ['Jo Ann']],
    ['(@JO)', ['Jo']],
    ['@Joe', []],
    ['@jo_', []],
    ['mail@jo', []],
    ['@@jo', []],
    ['@josé ω!', ['José Ω']],
    ['@max@jo', ['Max']],
    ['Jo', []],
    ['@Max\n@Jo', ['Jo', 'Max']],
  ])('%j mentions %j', (text, names) => {
    expect(mentionsIn(text, people).map(({ name }) => name)).toEqual(names);
  });
});
