// What a check answers: unclear rights and terms, territories, invalid questions, and many assets at once.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { marque, place, editor, reader, writer, stranger, check, patch, codes } from './checking.ts';
import { issuePaths } from '../setup/issues.ts';

afterAll(() => marque.close());

describe('checking a use', () => {
  it('is for callers who can read the asset, and reports problems in the usual order', async () => {
    const { id } = await makeAsset(marque, writer);
    expect((await check({ asset: id }, null)).status).toBe(401);
    expect((await check('{', null)).status).toBe(401);
    expect((await check('{', { key: `${reader.key.slice(0, -1)}_` })).status).toBe(401);
    // Access is checked before the rest of the input.
    for (const body of [{ asset: id }, { asset: id, date: 'soon', color: 'red' }])
      expect((await check(body, stranger)).status).toBe(404);
    expect((await check({ asset: '11111111-1111-4111-8111-111111111111', date: 'soon' })).status).toBe(404);
    const several = await check({ asset: id, date: 'soon', color: 'red' });
    expect(several.status).toBe(400);
    expect(issuePaths(several).sort()).toEqual(['color', 'date']);
    for (const body of [{}, { asset: 'cats' }, { asset: 7 }, { asset: null }]) {
      const refused = await check(body);
      expect(refused.status).toBe(400);
      expect(refused.body.error.detail.issues[0].path).toBe('asset');
    }
    for (const body of ['{', '[]', '"x"', 'null', '']) expect((await check(body)).status).toBe(400);
    const typed = await marque.call('POST', '/api/v1/check', {
      as: reader,
      body: `asset=${id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(typed.status).toBe(415);
  });

  it('works with narrow grants, and for no private asset outside them', async () => {
    const asEditor = { cookie: editor.cookie };
    const { id } = await makeAsset(marque, asEditor, { private: true });
    expect((await check({ asset: id })).status).toBe(404);
    expect((await check({ asset: id }, writer)).status).toBe(404);
    const person = await marque.makePerson();
    await marque.grant(person.id, 'asset', id, 'read', { place });
    expect((await check({ asset: id }, { cookie: person.cookie })).body.allowed).toBe(true);
  });
});

describe('missing rights and terms', () => {
  it('are a warning if no rights are recorded, and block if the setting says so', async () => {
    const { id } = await makeAsset(marque, writer);
    const bare = await check({ asset: id, channel: 'web' });
    expect([codes(bare), bare.body.allowed]).toEqual([['(no_rights)'], true]);
    const admin = await marque.makeKey(place, 'admin');
    const set = (noRights: string | null) =>
      marque.call('PATCH', '/api/v1/settings/check?context=workspace', { as: admin, body: { noRights } });
    expect((await set('block')).status).toBe(200);
    const blocked = await check({ asset: id, channel: 'web' });
    expect([codes(blocked), blocked.body.allowed]).toEqual([['no_rights'], false]);
    expect((await set('forbid')).status).toBe(400);
    expect((await set(null)).status).toBe(200);
    expect((await check({ asset: id })).body.allowed).toBe(true);
  });

  it('name the credit and the terms, and block nothing', async () => {
    const { id } = await makeAsset(marque, writer, { rights: { modelRelease: 'not-needed' } });
    await patch(id, { creator: 'Ada Lens', copyright: 'Acme 2026' });
    const fromFile = await check({ asset: id });
    expect([codes(fromFile), fromFile.body.reasons[0].message]).toEqual([
      ['(credit)'],
      'Credit it: Ada Lens, Acme 2026.',
    ]);
    const path = `/api/v1/assets/${id}/usage`;
    const empty = { credit: null, terms: null, licensorUrl: null, mining: null };
    expect((await marque.call('GET', path, { as: reader })).body).toEqual({ data: empty });
    const usage = { credit: 'Photo: Ada / Acme', terms: 'No cropping.', mining: 'disallowed' };
    expect((await marque.call('PUT', path, { as: reader, body: usage })).status).toBe(403);
    expect((await marque.call('PUT', path, { as: stranger, body: usage })).status).toBe(404);
    for (const body of [{ mining: 'yes' }, { licensorUrl: 'javascript:alert(1)' }, { credits: 'x' }])
      expect((await marque.call('PUT', path, { as: writer, body })).status).toBe(400);
    for (let step = 0; step < 2; step += 1) {
      const set = await marque.call('PUT', path, { as: writer, body: usage });
      expect([set.status, set.body]).toEqual([200, { data: { ...empty, ...usage } }]);
    }
    const events = await marque.service.db.query(
      `select 1 from marque.events where subject_id = $1 and type = 'asset.changed' and detail->'changes' ? 'usage'`,
      [id],
    );
    expect(events).toHaveLength(1);
    const answer = await check({ asset: id });
    expect(answer.body.allowed).toBe(true);
    expect(answer.body.reasons).toEqual([
      { code: 'credit', message: 'Credit it: Photo: Ada / Acme.', blocking: false },
      { code: 'terms', message: 'Terms of use: No cropping.', blocking: false },
    ]);
    const stale = await marque.call('PUT', path, {
      as: writer,
      body: {},
      headers: { 'if-match': '"something-else"' },
    });
    expect(stale.status).toBe(412);
    expect((await marque.call('PUT', path, { as: writer, body: {} })).body).toEqual({ data: empty });
  });
});

describe('territories', () => {
  it("that don't exist are a 422 with the nearest", async () => {
    const { id } = await makeAsset(marque, writer, { rights: { territories: ['DE'] } });
    const wrong = await check({ asset: id, territory: 'Gemany' });
    expect([wrong.status, wrong.body.error.code, wrong.body.error.detail.issues]).toEqual([
      422,
      'invalid',
      [{ path: 'territory', message: 'Unknown territory "Gemany". Did you mean "Germany"?' }],
    ]);
    const several = await check({ asset: id, uses: [{ territory: 'DE' }, { territory: 'Mordor' }] });
    expect([several.status, several.body.error.detail.issues[0].path]).toEqual([422, 'uses[1].territory']);
  });

  it('of a region name the missing members', async () => {
    const { id } = await makeAsset(marque, writer, { rights: { territories: ['Germany', 'AT'] } });
    const [reason] = (await check({ asset: id, territory: 'DACH' })).body.reasons;
    expect(reason.message).toBe(
      'It may only be used in the territories Germany, AT, not in DACH. Missing in DACH: Switzerland (CH).',
    );
  });
});

describe('a batch of checks', () => {
  it('gives every use of every asset the verdict it has alone', async () => {
    const one = await makeAsset(marque, writer, { rights: { territories: ['EU'] } });
    const other = await makeAsset(marque, writer, { rights: { channels: ['print'] } });
    const uses = [{ territory: 'DE', channel: 'web' }, { territory: 'US' }];
    const { status, body } = await check({ assets: [one.id, other.id], uses });
    expect(status).toBe(200);
    const alone = [];
    for (const asset of [one.id, other.id])
      for (const use of uses) alone.push((await check({ asset, ...use })).body);
    expect(body).toEqual({ data: alone });
    expect((await check({ asset: one.id, uses: [uses[0]] })).body).toEqual({ data: [alone[0]] });
    expect((await check({ assets: [one.id], ...uses[0] })).body).toEqual({ data: [alone[0]] });
  });

  it('answers for 200 assets or uses at once, in order', async () => {
    const [one, other] = [await makeAsset(marque, writer), await makeAsset(marque, writer)];
    const assets = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one.id : other.id));
    const { status, body } = await check({ assets, channel: 'web' });
    expect(status).toBe(200);
    expect(body.data.map(({ asset }: { asset: { id: string } }) => asset.id)).toEqual(assets);
    const uses = Array.from({ length: 200 }, (_, at) => ({ channel: `channel ${at}` }));
    const used = (await check({ asset: one.id, uses })).body.data;
    expect(used.map(({ use }: { use: { channel: string } }) => use.channel)).toEqual(
      uses.map(({ channel }) => channel),
    );
  });

  it("is refused if one asset can't be read, or if the request contradicts itself", async () => {
    const { id } = await makeAsset(marque, writer);
    const hidden = await makeAsset(marque, { cookie: editor.cookie }, { private: true });
    const refused = await check({ assets: [id, hidden.id] });
    expect([refused.status, refused.body.error.detail.issues[0].path]).toEqual([404, 'assets[1]']);
    expect((await check({ assets: [hidden.id, id] })).status).toBe(404);
    expect((await check({ assets: [id] }, stranger)).status).toBe(404);
    for (const body of [
      { asset: id, assets: [id] },
      { assets: [] },
      { asset: id, uses: [] },
      { asset: id, uses: [{}], channel: 'web' },
      { asset: id, uses: [{ chanel: 'web' }] },
      { assets: Array<string>(100).fill(id), uses: Array<object>(6).fill({}) },
      { assets: Array<string>(201).fill(id) },
      { asset: id, uses: Array<object>(201).fill({}) },
    ])
      expect((await check(body)).status).toBe(400);
  });
});
