// Looking at a portal as one of its audiences, before it's open.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeBrand } from '../brands/brand.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, place, write: editor } = await startWithWorkspace();
afterAll(() => marque.close());

describe('a preview', () => {
  it('shows a closed portal as each audience, to people who manage it and to no one else', async () => {
    const brand = await makeBrand(marque, place, { name: 'Previewed' });
    const page = (slug: string, audience: string) =>
      editor.done('PUT', `/brands/${brand.slug}/pages/${slug}`, { title: `For ${audience}`, audience });
    await page('for-everyone', 'everyone');
    await page('for-partners', 'partners');
    await page('for-members', 'members');
    await editor.done('POST', `/brands/${brand.slug}/publish`, {});
    const body = { name: 'Previewed', brands: [brand.slug], expiresAt: '1970-01-01T00:00:00.000Z' };
    const portal = (await editor.done('POST', '/portals', body)).body.data as { slug: string };
    const writer = { cookie: (await marque.makeMember(place, 'write')).cookie };
    const reader = { cookie: (await marque.makeMember(place, 'read')).cookie };
    const stranger = { cookie: (await marque.makeMember(await marque.makePlace(), 'admin')).cookie };
    const look = (caller: { cookie: string } | null, query = '', preview = '') =>
      marque.call('GET', `/p/${portal.slug}${query}`, {
        redirect: 'manual',
        headers: { accept: 'text/html', cookie: [caller?.cookie, preview].filter(Boolean).join('; ') },
      });
    const seenAs = async (audience: string): Promise<string[]> => {
      const started = await look(writer, `?preview=${audience}`);
      expect([started.status, started.headers.get('location')]).toEqual([303, `/p/${portal.slug}`]);
      const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
      const seen = await look(writer, '', cookie);
      expect(seen.status).toBe(200);
      for (const caller of [null, reader]) expect((await look(caller, '', cookie)).status).toBe(410);
      return [...seen.bytes.toString().matchAll(/For (everyone|partners|members)/g)].map(
        ([, who]) => who ?? '',
      );
    };
    expect(new Set(await seenAs('everyone'))).toEqual(new Set(['everyone']));
    expect(new Set(await seenAs('partners'))).toEqual(new Set(['everyone', 'partners']));
    expect(new Set(await seenAs('members'))).toEqual(new Set(['everyone', 'partners', 'members']));
    for (const caller of [null, reader, stranger])
      expect((await look(caller, '?preview=members')).status).toBe(410);
    expect((await look(writer, '?preview=everyone2')).headers.get('set-cookie')).toMatch(/Max-Age=0/);
  });
});
