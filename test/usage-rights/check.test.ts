// Usage rights over HTTP: every reason, alone and together; and delivery, which follows the same rule.
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import fc from '../setup/random.ts';
import { servedTo, utcDay } from '../../src/assets/rules.ts';
import { minings } from '../../src/assets/mining.ts';
import { aiAnswers } from '../../src/lib/made-by-ai.ts';
import { statuses, type Status, noRights } from '../../src/assets/schemas.ts';
import { checkUse, type UsableAsset } from '../../src/usage-rights/rules.ts';
import { reasonCodes, type Use } from '../../src/usage-rights/schemas.ts';
import { day } from '../setup/days.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { marque, editor, reader, writer, stranger, check, patch, codes } from './checking.ts';

afterAll(() => marque.close());

const silent = { channel: null, territory: null, date: null, context: null, brand: null };

describe('an asset without restrictions', () => {
  it('may be used for anything, and the answer repeats the use', async () => {
    const { id } = await makeAsset(marque, writer, {
      filename: 'cats.png',
      rights: { modelRelease: 'not-needed' },
    });
    const bare = await check({ asset: id });
    expect(bare.status).toBe(200);
    expect(bare.body).toEqual({
      allowed: true,
      asset: { id, title: 'cats.png', url: `${marque.url}/a/${id}` },
      use: silent,
      reasons: [],
      suggest: [],
    });
    await patch(id, { title: 'Cats' });
    const asEditor = callsAs(marque, { cookie: editor.cookie });
    await asEditor.create('/brands', { name: 'Acme', slug: 'acme' });
    const poster = { key: 'voice.tone', type: 'text', value: 'Loud.', context: 'poster' };
    await asEditor.done('PATCH', '/brand/rules?brand=acme', { set: [poster] });
    const use = { channel: 'Web', territory: 'DE', date: day(3), context: 'Poster', brand: 'acme' };
    const full = await check({ asset: id, ...use });
    expect(full.body).toMatchObject({ allowed: true, asset: { title: 'Cats' }, use });
  });
});

describe('each reason alone', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>, string[]][] = [
    ['embargoed until later', { embargo: day(2) }, {}, ['embargoed']],
    ['free on the first day', { embargo: day(0) }, {}, []],
    ['embargoed on the day before', { embargo: day(2) }, { date: day(1) }, ['embargoed']],
    ['free on a later day', { embargo: day(2) }, { date: day(2) }, []],
    ['expired', { expires: day(-1) }, {}, ['expired']],
    ['good on its last day', { expires: day(0) }, {}, []],
    ['expired by the day of use', { expires: day(2) }, { date: day(3) }, ['expired']],
    ['another territory', { territories: ['DE', 'AT'] }, { territory: 'US' }, ['territory']],
    ['a country by its name', { territories: ['DE', 'AT'] }, { territory: 'Germany' }, []],
    ['a country that the rights name', { territories: ['Germany'] }, { territory: 'DEU' }, []],
    ['a worldwide license, in DE', { territories: ['worldwide'] }, { territory: 'DE' }, []],
    ['a worldwide license, without a territory in the use', { territories: ['World'] }, {}, []],
    [
      'a worldwide use, with one licensed country',
      { territories: ['DE'] },
      { territory: 'worldwide' },
      ['territory'],
    ],
    [
      'a worldwide use, without licensed territories',
      { channels: ['web'] },
      { territory: 'worldwide', channel: 'web' },
      [],
    ],
    ['a member of a region', { territories: ['EU'] }, { territory: 'AT' }, []],
    ['a region with a missing member', { territories: ['DE', 'AT'] }, { territory: 'DACH' }, ['territory']],
    ['a region, member by member', { territories: ['DE', 'AT', 'CH'] }, { territory: 'DACH' }, []],
    ['a territory name that only the rights use', { territories: ['Nordics'] }, { territory: 'nordics' }, []],
    ['a license with terms', { license: 'CC BY 4.0' }, { channel: 'web' }, ['(license)']],
    ['the territory in another case', { territories: ['DE', 'AT'] }, { territory: 'at' }, []],
    ['no territory in the use', { territories: ['DE'] }, {}, ['(territory)']],
    ['another channel', { channels: ['Print'] }, { channel: 'web' }, ['channel']],
    ['the channel in another case', { channels: ['Print'] }, { channel: 'PRINT' }, []],
    ['no channel in the use', { channels: ['Print'] }, {}, ['(channel)']],
    ['people without a release', { modelRelease: 'missing' }, { channel: 'web' }, ['model_release']],
    ['people without a release, reported on', { modelRelease: 'missing' }, { channel: 'Editorial' }, []],
    ['people without a release, no channel in the use', { modelRelease: 'missing' }, {}, ['(model_release)']],
    ['people with a release', { modelRelease: 'released' }, { channel: 'web' }, []],
    ['no people', { modelRelease: 'not-needed' }, { channel: 'web' }, []],
  ];

  it.each(cases)('%s', async (_, rights, use, expected) => {
    const { id } = await makeAsset(marque, writer, { rights });
    const answer = await check({ asset: id, ...use });
    expect(codes(answer)).toEqual(expected);
    expect(answer.body.allowed).toBe(!expected.some((code) => !code.startsWith('(')));
    for (const { message } of answer.body.reasons) expect(message).toMatch(/^[A-Z].+\.$/);
  });

  it.each([
    ['draft', 'not_approved'],
    ['proposed', 'not_approved'],
    ['rejected', 'not_approved'],
    ['archived', 'archived'],
  ] as const)('%s', async (status, code) => {
    const { id } = await makeAsset(marque, writer);
    await marque.service.db.query('update assets set status = $2::enum_assets_status where id = $1', [
      id,
      status,
    ]);
    expect(codes(await check({ asset: id }))).toEqual([code, '(no_rights)']);
  });

  it('is given for a deleted asset to callers who can still see it', async () => {
    const { id } = await makeAsset(marque, writer);
    await marque.call('DELETE', `/api/v1/assets/${id}`, { as: writer });
    expect((await check({ asset: id })).status).toBe(404);
    const seen = await check({ asset: id }, writer);
    expect(codes(seen)).toEqual(['deleted', '(no_rights)']);
    expect(seen.body.allowed).toBe(false);
  });
});

describe('a replaced asset', () => {
  it('names the last of its replacements', async () => {
    const first = await makeAsset(marque, writer);
    const second = await makeAsset(marque, writer, { versionOf: first.id });
    const other = await makeAsset(marque, writer, { filename: 'other.png' });
    const answer = await check({ asset: first.id });
    expect(answer.body).toMatchObject({
      allowed: false,
      reasons: [
        { code: 'superseded', blocking: true },
        { code: 'no_rights', blocking: false },
      ],
      suggest: [{ id: second.id, url: `${marque.url}/a/${second.id}` }],
    });
    await patch(second.id, { supersededBy: other.id });
    const further = await check({ asset: first.id });
    expect(further.body.suggest).toEqual([
      {
        id: other.id,
        title: 'other.png',
        url: `${marque.url}/a/${other.id}`,
        why: expect.stringMatching(/replaces/),
      },
    ]);
  });

  it('suggests similar assets that may be used, after the rest, and no more than three in all', async () => {
    const rocket = await readFile('fixtures/rocket.jpg');
    const sized = async (width: number, rights: Record<string, unknown> = {}): Promise<string> => {
      const bytes = await sharp(rocket).resize(width).png().toBuffer();
      return (await makeAsset(marque, writer, { rights }, bytes)).id as string;
    };
    const asked = await sized(400, { channels: ['print'] });
    const expired = await sized(380, { expires: day(-1) });
    const secret = await sized(360);
    await patch(secret, { private: true });
    const ofUse = async (body: Record<string, unknown>, as: Caller = reader) =>
      (await check({ asset: asked, ...body }, as)).body as { allowed: boolean; suggest: { id: string }[] };
    expect(await ofUse({ channel: 'web' })).toMatchObject({ allowed: false, suggest: [] });

    const fine = [await sized(340), await sized(320, { channels: ['Web'] })];
    const { suggest } = await ofUse({ channel: 'web' });
    expect(suggest.map(({ id }) => id).sort()).toEqual([...fine].sort());
    expect(suggest[0]).toEqual({
      id: suggest[0]?.id,
      title: expect.any(String),
      url: `${marque.url}/a/${suggest[0]?.id}`,
      why: 'It looks similar and may be used this way.',
    });
    // What is allowed needs nothing instead.
    expect(await ofUse({ channel: 'print' })).toMatchObject({ allowed: true, suggest: [] });
    const many = await check({ assets: [asked, expired], uses: [{ channel: 'web' }, { channel: 'print' }] });
    const idsOf = (one: { suggest: { id: string }[] }): string[] => one.suggest.map(({ id }) => id).sort();
    expect(many.body.data.map(idsOf)).toEqual([
      [...fine].sort(),
      [],
      [...fine].sort(),
      [asked, fine[0]].sort(),
    ]);

    const more = [await sized(300), await sized(280)];
    const replacement = (await makeAsset(marque, writer)).id as string;
    await patch(asked, { supersededBy: replacement });
    const after = (await ofUse({ channel: 'web' })).suggest.map(({ id }) => id);
    expect(after).toHaveLength(3);
    expect(after[0]).toBe(replacement);
    for (const id of after.slice(1)) expect([...fine, ...more]).toContain(id);
    expect((await ofUse({ channel: 'web' }, stranger)).suggest).toBeUndefined();
  });

  it('suggests nothing that the caller can’t read, that is unavailable, or in a circle', async () => {
    const asEditor = { cookie: editor.cookie };
    const first = await makeAsset(marque, writer);
    const second = await makeAsset(marque, asEditor);
    await patch(first.id, { supersededBy: second.id });
    await marque.call('PATCH', `/api/v1/assets/${second.id}`, { as: asEditor, body: { private: true } });
    const hidden = await check({ asset: first.id });
    expect(codes(hidden)).toEqual(['superseded', '(no_rights)']);
    expect(hidden.body.suggest).toEqual([]);
    expect((await check({ asset: first.id }, asEditor)).body.suggest).toHaveLength(1);

    await marque.call('PATCH', `/api/v1/assets/${second.id}`, {
      as: asEditor,
      body: { private: false, status: 'archived' },
    });
    expect((await check({ asset: first.id })).body.suggest).toEqual([]);
    await marque.call('PATCH', `/api/v1/assets/${second.id}`, {
      as: asEditor,
      body: { status: 'active', supersededBy: first.id },
    });
    const circle = await check({ asset: first.id });
    expect(circle.status).toBe(200);
    expect(circle.body.suggest.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  });
});

describe('several reasons at once', () => {
  it('are all named, blocking ones first', async () => {
    const { id } = await makeAsset(marque, writer, {
      rights: {
        territories: ['DE'],
        channels: ['print'],
        embargo: day(5),
        expires: day(-5),
        modelRelease: 'missing',
      },
    });
    const other = await makeAsset(marque, writer);
    await patch(id, { supersededBy: other.id, status: 'archived' });
    await marque.call('DELETE', `/api/v1/assets/${id}`, { as: writer });
    const answer = await check({ asset: id, territory: 'US' }, writer);
    expect(codes(answer)).toEqual([
      'deleted',
      'archived',
      'expired',
      'embargoed',
      'superseded',
      'territory',
      '(channel)',
      '(model_release)',
    ]);
    expect(answer.body.allowed).toBe(false);
  });

  it('follow the specification for any asset and any use', () => {
    const word = fc.constantFrom('web', 'WEB', 'ai-training', 'print', 'editorial', 'Mars', 'mars', 'Venus');
    const date = fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22');
    const assets: fc.Arbitrary<UsableAsset> = fc.record({
      status: fc.constantFrom(...statuses),
      deleted: fc.boolean(),
      superseded: fc.boolean(),
      embargo: fc.option(date),
      expires: fc.option(date),
      mining: fc.option(fc.constantFrom(...minings)),
      ai: fc.constantFrom(...aiAnswers),
      rights: fc.option(
        fc.record({
          license: fc.option(fc.constant('CC BY 4.0')),
          territories: fc.array(word, { maxLength: 2 }),
          channels: fc.array(word, { maxLength: 2 }),
          embargo: fc.constant(null),
          expires: fc.constant(null),
          modelRelease: fc.option(fc.constantFrom('released', 'missing', 'not-needed')),
        }),
      ),
    });
    const uses: fc.Arbitrary<Use> = fc.record({
      channel: fc.option(word),
      territory: fc.option(word),
      date: fc.option(date),
      context: fc.option(word),
      brand: fc.option(word),
    });
    const today = '2026-11-20';
    fc.assert(
      fc.property(assets, uses, (asset, use) => {
        const found = new Map(checkUse(asset, use, today).map(({ code, blocking }) => [code, blocking]));
        const on = use.date ?? today;
        const among = (list: string[] = [], one: string | null): boolean =>
          list.some((each) => each.toLowerCase() === one?.toLowerCase());
        const limited = (list: string[] = [], one: string | null): boolean | undefined =>
          list.length === 0 || among(list, one) ? undefined : one !== null;
        const hasSome = (rights: UsableAsset['rights']): boolean =>
          rights !== null &&
          (rights.license !== null ||
            rights.territories.length + rights.channels.length > 0 ||
            rights.modelRelease !== null);
        const unless = (holds: boolean): boolean | undefined => (holds ? true : undefined);
        const expected = {
          deleted: unless(asset.deleted),
          archived: unless(asset.status === 'archived'),
          not_approved: unless(['draft', 'proposed', 'rejected'].includes(asset.status)),
          superseded: unless(asset.superseded),
          expired: unless(asset.expires !== null && asset.expires < on),
          embargoed: unless(asset.embargo !== null && asset.embargo > on),
          territory: limited(asset.rights?.territories, use.territory),
          channel: limited(asset.rights?.channels, use.channel),
          model_release:
            asset.rights?.modelRelease !== 'missing' || use.channel === 'editorial'
              ? undefined
              : use.channel !== null,
          mining:
            use.channel !== 'ai-training' || asset.mining === 'allowed' ? undefined : asset.mining !== null,
          no_rights: hasSome(asset.rights) ? undefined : false,
          license: asset.rights?.license ? false : undefined,
          credit: undefined,
          terms: undefined,
          ai_generated: asset.ai === 'yes' ? false : undefined,
          // The brand's reasons: test/usage-rights/context.test.ts.
          context: undefined,
        };
        for (const code of reasonCodes) expect([code, found.get(code)]).toEqual([code, expected[code]]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('delivery', () => {
  it('serves the public exactly what the rule allows, and no one what it refuses for good', async () => {
    const { id } = await makeAsset(marque, writer);
    const dates = fc.option(fc.integer({ min: -2, max: 2 }));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          status: fc.constantFrom<Status>(...statuses),
          deleted: fc.boolean(),
          embargo: dates,
          expires: dates,
          isPublic: fc.boolean(),
          isPrivate: fc.boolean(),
        }),
        async ({ status, deleted, embargo, expires, isPublic, isPrivate }) => {
          const rights = {
            ...noRights,
            embargo: embargo === null ? null : day(embargo),
            expires: expires === null ? null : day(expires),
          };
          await marque.service.db.query(
            `update assets set status = $2::enum_assets_status, deleted_at = case when $3::boolean then now() end, rights = $4, public = $5, private = $6 where id = $1`,
            [id, status, deleted, JSON.stringify(rights), isPublic, isPrivate],
          );
          const served = servedTo(
            {
              status,
              deleted,
              embargo: rights.embargo,
              expires: rights.expires,
              public: isPublic,
              private: isPrivate,
            },
            utcDay(new Date()),
          );
          const status404or410 = { world: 200, known: 404, gone: 410, never: 404 }[served];
          for (const path of ['/a/', '/c/'])
            expect((await marque.call('GET', `${path}${id}`, { redirect: 'follow' })).status).toBe(
              status404or410,
            );
          const mayRead = !isPrivate && !deleted;
          const forReader = await marque.call('GET', `/a/${id}`, { as: reader });
          expect(forReader.status).toBe(served === 'known' && mayRead ? 200 : status404or410);

          const verdict = await check({ asset: id }, reader);
          if (!mayRead) {
            expect(verdict.status).toBe(404);
            return;
          }
          // The verdict of a use without details and the public's answer differ only for assets that aren't
          // public.
          expect(verdict.body.allowed).toBe(served === 'world' || (served === 'known' && !isEmbargoed()));
          function isEmbargoed(): boolean {
            return embargo !== null && embargo > 0;
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
