// Brands over HTTP: creating and copying, names and slugs, the default, privacy, deletion, and status.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { versionsOf } from './brand.ts';
import { color, newBrand, setRules, type BrandRecord } from './rules/rule-calls.ts';
import { editor, marque, place, proposer, reader, stranger, write } from './two-workspaces.ts';

afterAll(() => marque.close());

const read = (slug: string, as: { key: string } | { cookie: string } = reader) =>
  callsAs(marque, as).call('GET', `/brands/${slug}`);

describe('creating a brand', () => {
  it('returns it empty, with a slug from its name, not as default, and with one version', async () => {
    const made = await write.call('POST', '/brands', { name: 'Zum Löwen & Söhne' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          slug: 'zum-lowen-sohne',
          name: 'Zum Löwen & Söhne',
          default: false,
          private: false,
          rules: 0,
          pages: 0,
          published: null,
          pending: true,
          version: expect.stringMatching(/^[0-9a-f]{16}$/),
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      },
    ]);
    const { id } = made.body.data;
    expect((await read('zum-lowen-sohne')).body).toEqual(made.body);
    expect((await read(id)).body).toEqual(made.body);
    expect(await versionsOf(marque, id)).toMatchObject([{ number: 1, actor: 'Edda Editor' }]);
    expect(await eventsOf(marque, id)).toEqual(['brand.created']);
    const again = await write.done('POST', '/brands', { name: 'Zum Löwen & Söhne' });
    expect(again.body.data.slug).toBe('zum-lowen-sohne-2');
  });

  it('accepts a slug, and refuses a taken or invalid one', async () => {
    const { slug } = await newBrand({ slug: 'chosen' });
    expect(slug).toBe('chosen');
    const taken = await write.call('POST', '/brands', { name: 'Other', slug: 'chosen' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    const malformed = await write.call('POST', '/brands', { name: 'Other', slug: 'No Slug' });
    expect([malformed.status, issuePaths(malformed)]).toEqual([422, ['slug']]);
    // The panel could not open it.
    const reserved = await write.call('POST', '/brands', { name: 'Other', slug: 'verify' });
    expect([reserved.status, issuePaths(reserved)]).toEqual([422, ['slug']]);
    expect(reserved.body.error.message).toContain('"verify" is reserved for the panel. Choose another slug.');
    expect((await write.done('POST', '/brands', { name: 'Verify' })).body.data.slug).toBe('verify-2');
    // Portals have a view of their own at this address.
    const printed = await write.call('POST', '/brands', { name: 'Other', slug: 'print' });
    expect([printed.status, issuePaths(printed)]).toEqual([422, ['slug']]);
    expect((await write.done('POST', '/brands', { name: 'Print' })).body.data.slug).toBe('print-2');
    const renamed = await write.call('PATCH', '/brands/chosen', { slug: 'verify' });
    expect([renamed.status, issuePaths(renamed)]).toEqual([422, ['slug']]);
    const asId = await write.call('POST', '/brands', { name: 'Other', slug: randomUUID() });
    expect([asId.status, issuePaths(asId)]).toEqual([422, ['slug']]);
    for (const body of [{}, { name: ' ' }, { name: 'X', color: 'red' }, { name: 'X', from: '' }])
      expect((await write.call('POST', '/brands', body)).status).toBe(400);
  });

  it('keeps a slug that it had before it was reserved', async () => {
    const { id, slug } = await newBrand();
    await marque.service.db.query(`update brands set slug = 'print' where slug = $1`, [slug]);
    const kept = await write.done('PATCH', `/brands/${id}`, { slug: 'print', name: 'Printed' });
    expect(kept.body.data).toMatchObject({ slug: 'print', name: 'Printed' });
  });

  it('needs write on the workspace', async () => {
    const low = await callsAs(marque, proposer).call('POST', '/brands', { name: 'X' });
    expect([low.status, low.body.error.code]).toEqual([403, 'forbidden']);
    const anonymous = await marque.call('POST', '/api/v1/brands', { body: { name: 'X' } });
    expect(anonymous.status).toBe(401);
    const narrow = await marque.makePerson();
    const { id } = await newBrand();
    await marque.grant(narrow.id, 'brand', id, 'write', { place });
    const inside = await callsAs(marque, narrow).call('POST', '/brands', { name: 'X' });
    expect(inside.status).toBe(403);
  });
});

describe('copying a brand', () => {
  it('copies the current state, and the copy is independent from then on', async () => {
    const asset = await makeAsset(marque, { cookie: editor.cookie });
    const source = await newBrand({ name: 'Source' });
    await setRules(
      source.id,
      color('color.ink', '#112233'),
      color('color.ink', '#eeeeee', { context: 'dark-background' }),
      color('color.paper', '#ffffff', { spec: { pair: 'color.ink' } }),
      { key: 'logo.main', type: 'text', value: 'Logo', assets: [{ id: asset.id, rendition: 'w_200' }] },
    );
    await write.done('PUT', `/brands/${source.id}/pages/color`, {
      title: 'Color',
      sections: [{ template: 'palette', keys: ['color.ink', 'color.paper'] }],
    });
    await write.done('PUT', `/brands/${source.id}/pages/dark`, {
      title: 'Dark',
      parent: 'color',
      hidden: true,
    });
    await write.done('PATCH', `/brands/${source.id}/theme`, { ink: 'color.ink', radius: 0 });
    const copy = await newBrand({ name: 'Copy', from: source.slug });
    expect(copy).toMatchObject({ name: 'Copy', slug: 'copy', rules: 4, pages: 2, published: null });

    const strip = (reply: { body: { data: object[] } }) =>
      reply.body.data.map((one) => ({ ...one, id: 0, brand: 0, updatedAt: 0 }));
    for (const path of ['/brand/rules?brand=', '/brands/', '/brands/']) {
      const end = path.endsWith('=') ? '' : '/pages';
      const [of, from] = await Promise.all(
        [copy.id, source.id].map((id) => callsAs(marque, reader).done('GET', `${path}${id}${end}`)),
      );
      expect(of && strip(of)).toEqual(from && strip(from));
    }
    const theme = (id: string) => callsAs(marque, reader).done('GET', `/brands/${id}/theme`);
    expect((await theme(copy.id)).body).toEqual((await theme(source.id)).body);
    const versions = await versionsOf(marque, copy.id);
    expect(versions).toHaveLength(1);
    expect(versions[0]?.summary).toContain('Copied from Source');
    expect(await eventsOf(marque, copy.id)).toEqual(['brand.created', 'brand.copied']);

    await setRules(copy.id, color('color.ink', '#000000'));
    const ink = (await callsAs(marque, reader).done('GET', `/brand/rules?brand=${source.id}`)).body.data[0];
    expect(ink.value).toBe('#112233');
  });

  it('is refused at its path if the source is missing, in another workspace, or not visible to the caller', async () => {
    const hidden = await newBrand({ name: 'Hidden', private: true });
    const colleague = await marque.makeMember(place, 'write', { name: 'Cora Colleague' });
    const foreign = (await callsAs(marque, stranger).done('GET', '/brands')).body.data[0];
    for (const from of ['nowhere', randomUUID(), foreign.id, hidden.id, hidden.slug, 'Not A Slug']) {
      const reply = await callsAs(marque, colleague).call('POST', '/brands', {
        name: 'X',
        from,
      });
      expect([from, reply.status, issuePaths(reply)]).toEqual([from, 422, ['from']]);
    }
  });

  it('makes the copy of a private brand private by default', async () => {
    const source = await newBrand({ private: true });
    expect(await newBrand({ from: source.id })).toMatchObject({ private: true });
    expect(await newBrand({ from: source.id, private: false })).toMatchObject({ private: false });
  });
});

describe('changing a brand', () => {
  it('renames it and changes its slug', async () => {
    const { id, slug } = await newBrand();
    const reply = await write.done('PATCH', `/brands/${slug}`, { name: 'New name', slug: `new-${slug}` });
    expect(reply.body.data).toMatchObject({ id, name: 'New name', slug: `new-${slug}` });
    expect((await read(slug)).status).toBe(404);
    expect((await read(`new-${slug}`)).body.data.name).toBe('New name');
    expect(await eventsOf(marque, id)).toEqual(['brand.created', 'brand.changed']);
    const same = await write.done('PATCH', `/brands/${id}`, { name: 'New name' });
    expect(same.status).toBe(200);
    expect(await eventsOf(marque, id)).toHaveLength(2);
    const taken = await write.call('PATCH', `/brands/${id}`, { slug: 'acme' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    expect((await write.call('PATCH', `/brands/${id}`, { slug: 'A b' })).status).toBe(422);
    expect((await write.call('PATCH', `/brands/${id}`, { rules: 5 })).status).toBe(400);
  });

  it('makes it private, and leaves the caller a grant on it', async () => {
    const { id } = await newBrand();
    await write.done('PATCH', `/brands/${id}`, { private: true });
    expect((await read(id)).status).toBe(404);
    expect((await read(id, { cookie: editor.cookie })).status).toBe(200);
    await write.done('PATCH', `/brands/${id}`, { private: false });
    expect((await read(id)).status).toBe(200);
  });

  it('makes it the default instead of the previous one, and never leaves none', async () => {
    const { id } = await newBrand();
    const before = (await callsAs(marque, reader).done('GET', '/brands')).body.data[0];
    expect(before.default).toBe(true);
    const none = await write.call('PATCH', `/brands/${before.id}`, { default: false });
    expect([none.status, issuePaths(none)]).toEqual([422, ['default']]);
    expect((await write.done('PATCH', `/brands/${id}`, { default: true })).body.data.default).toBe(true);
    const after: BrandRecord[] = (await callsAs(marque, reader).done('GET', '/brands')).body.data;
    expect(after.filter((brand) => brand.default).map((brand) => brand.id)).toEqual([id]);
    const again = await write.done('PATCH', `/brands/${before.id}`, { default: true });
    expect(again.body.data.default).toBe(true);
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'brand', id, 'write', { place });
    const inside = callsAs(marque, narrow);
    const low = await inside.call('PATCH', `/brands/${id}`, { default: true });
    expect([low.status, low.body.error.code]).toEqual([403, 'forbidden']);
    expect((await inside.call('PATCH', `/brands/${id}`, { name: 'Mine to name' })).status).toBe(200);
  });

  it('leaves exactly one default when two are made the default at once', async () => {
    const brands = await Promise.all([newBrand(), newBrand(), newBrand()]);
    const replies = await Promise.all(
      brands.map(({ id }) => write.call('PATCH', `/brands/${id}`, { default: true })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after: BrandRecord[] = (await callsAs(marque, reader).done('GET', '/brands')).body.data;
    expect(after.filter((brand) => brand.default)).toHaveLength(1);
  });

  it('needs write on it, and is a 404 for another workspace', async () => {
    const { id } = await newBrand();
    for (const [method, body] of [
      ['PATCH', { name: 'X' }],
      ['DELETE', undefined],
    ] as const) {
      const low = await callsAs(marque, proposer).call(method, `/brands/${id}`, body);
      expect([low.status, low.body.error.code]).toEqual([403, 'forbidden']);
      const other = await callsAs(marque, stranger).call(method, `/brands/${id}`, body);
      expect([other.status, other.body.error.code]).toEqual([404, 'not_found']);
      expect((await write.call(method, '/brands/Not%20a%20slug', body)).status).toBe(404);
    }
  });

  it('succeeds only if If-Match names the current version', async () => {
    const { id } = await newBrand();
    const etag = (await read(id)).headers.get('etag') ?? '';
    const first = await marque.call('PATCH', `/api/v1/brands/${id}`, {
      as: { cookie: editor.cookie },
      headers: { 'if-match': etag },
      body: { name: 'First' },
    });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe((await read(id)).headers.get('etag'));
    for (const method of ['PATCH', 'DELETE']) {
      const late = await marque.call(method, `/api/v1/brands/${id}`, {
        as: { cookie: editor.cookie },
        headers: { 'if-match': etag },
        ...(method === 'PATCH' ? { body: { name: 'Late' } } : {}),
      });
      expect([late.status, late.body.error.code]).toEqual([412, 'precondition_failed']);
    }
    expect((await read(id)).body.data.name).toBe('First');
    const unchanged = await marque.call('GET', `/api/v1/brands/${id}`, {
      as: reader,
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(unchanged.status).toBe(304);
  });

  it('is refused if another change to its theme, pages or rules would be lost', async () => {
    const { id } = await newBrand();
    await setRules(id, color('color.ink', '#111111'));
    await write.done('PUT', `/brands/${id}/pages/start`, { title: 'Start' });
    for (const [path, method, body] of [
      ['theme', 'PATCH', { ink: 'color.ink' }],
      ['pages/start', 'PUT', { title: 'Other' }],
      ['pages/start', 'PATCH', { ops: [{ op: 'page', set: { lede: 'More' } }] }],
      ['pages/start', 'DELETE', undefined],
    ] as const) {
      const at = `/api/v1/brands/${id}/${path}`;
      const as = { cookie: editor.cookie };
      const etag = (await marque.call('GET', at, { as })).headers.get('etag') ?? '';
      const stale = await marque.call(method, at, {
        as,
        headers: { 'if-match': '"of another day"' },
        ...(body ? { body } : {}),
      });
      expect([path, method, stale.status]).toEqual([path, method, 412]);
      const good = await marque.call(method, at, {
        as,
        headers: { 'if-match': etag },
        ...(body ? { body } : {}),
      });
      expect([path, method, good.status]).toEqual([path, method, 200]);
      if (method !== 'DELETE')
        expect(good.headers.get('etag')).toBe((await marque.call('GET', at, { as })).headers.get('etag'));
    }
  });
});

describe('deleting a brand', () => {
  it('deletes its rules, pages, versions and grants, and nothing else', async () => {
    const { id } = await newBrand();
    const kept = await newBrand();
    await setRules(id, color('color.ink', '#111111'));
    await setRules(kept.id, color('color.ink', '#111111'));
    await write.done('PUT', `/brands/${id}/pages/start`, { title: 'Start' });
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'brand', id, 'read', { place });
    const reply = await write.done('DELETE', `/brands/${id}`);
    expect(reply.body).toEqual({ data: { deleted: true } });
    const rows = await marque.service.db.query<{ rows: number }>(
      `select (select count(*) from brand_rules where brand_id = $1) + (select count(*) from brand_pages where brand_id = $1)
         + (select count(*) from marque.brand_versions where brand_id = $1) + (select count(*) from grants where resource_id = $1::text) as rows`,
      [id],
    );
    expect(Number(rows[0]?.rows)).toBe(0);
    expect((await read(kept.id)).body.data.rules).toBe(1);
    expect((await eventsOf(marque, id)).at(-1)).toBe('brand.deleted');
    expect((await write.call('DELETE', `/brands/${id}`)).status).toBe(404);
  });

  it("is refused for the workspace's default, and without the ability", async () => {
    const acme = (await callsAs(marque, reader).done('GET', '/brands')).body.data[0];
    const refused = await write.call('DELETE', `/brands/${acme.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    expect((await read(acme.id)).status).toBe(200);
    const { id } = await newBrand();
    const careful = await marque.makePerson();
    await marque.grant(careful.id, 'brand', id, 'write', { place, limits: ['delete'] });
    const without = await callsAs(marque, careful).call('DELETE', `/brands/${id}`);
    expect([without.status, without.body.error.code]).toEqual([403, 'forbidden']);
  });
});

describe('the status', () => {
  const statusOf = async (id: string) =>
    (await callsAs(marque, reader).done('GET', `/brands/${id}/status`)).body.data;
  const codes = async (id: string): Promise<string[]> =>
    ((await statusOf(id)).lacks as { code: string }[]).map(({ code }) => code);

  it('names what is missing in order, and less with every step', async () => {
    const { id } = await newBrand();
    expect(await codes(id)).toEqual(['colours', 'logo', 'type', 'voice', 'theme', 'pages', 'publish']);
    expect(await statusOf(id)).toMatchObject({ ready: false, published: null, pending: true });
    const asset = await makeAsset(marque, { cookie: editor.cookie });
    await setRules(
      id,
      color('color.ink', '#999999'),
      { key: 'voice.tone', type: 'text', value: 'Warm.' },
      { key: 'type.body', type: 'font', value: { family: 'Inter' } },
      { key: 'logo.main', type: 'text', value: 'Logo', assets: [{ id: asset.id }] },
    );
    await write.done('PATCH', `/brands/${id}/theme`, {
      ink: 'color.ink',
      accent: 'color.ink',
      logo: 'logo.main',
    });
    await write.done('PUT', `/brands/${id}/pages/start`, {
      title: 'Start',
      sections: [{ template: 'palette', keys: ['color.ink', 'color.none'] }],
    });
    const status = await statusOf(id);
    expect(status.lacks).toEqual([
      { code: 'contrast', message: expect.any(String), at: ['text', 'links', 'marks', 'buttons'] },
      { code: 'missing', message: expect.any(String), at: ['color.none'] },
      { code: 'publish', message: expect.any(String), at: [] },
    ]);
    await setRules(id, color('color.ink', '#111111'));
    await write.done('PUT', `/brands/${id}/pages/start`, {
      title: 'Start',
      sections: [{ template: 'text', body: 'See [more](nowhere).', keys: ['voice.tone'] }],
    });
    expect((await statusOf(id)).lacks).toMatchObject([
      { code: 'warnings', at: ['start'] },
      { code: 'publish' },
    ]);
  });

  it('is for callers who can read the brand', async () => {
    const { id } = await newBrand();
    expect((await callsAs(marque, stranger).call('GET', `/brands/${id}/status`)).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/brands/${id}/status`)).status).toBe(401);
  });
});
