// What a brand says about an asset in a context: if it has a variant for that context, the variant is
// suggested.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { startService } from '../setup/service.ts';

let brand: { id: string; slug: string };
let light: string;
let dark: string;
let count = 0;

const marque = await startService();
const place = await marque.makePlace('Acme');
const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
const write = callsAs(marque, editor);
const reader = await marque.makeKey(place, 'read');
afterAll(() => marque.close());

const asset = async (filename: string): Promise<string> =>
  (await makeAsset(marque, { cookie: editor.cookie }, { filename, rights: { modelRelease: 'not-needed' } }))
    .id as string;
const logo = (id: string, context?: string, key = 'logo.main') => ({
  key,
  type: 'text',
  value: 'Logo',
  label: 'Logo',
  assets: [{ id }],
  ...(context ? { context } : {}),
});
const set = (...rules: object[]) => write.done('PATCH', `/brand/rules?brand=${brand.id}`, { set: rules });
const check = async (body: object) => (await callsAs(marque, reader).done('POST', '/check', body)).body;

beforeEach(async () => {
  count += 1;
  brand = (await write.done('POST', '/brands', { name: `Acme ${count}`, slug: `acme-${count}` })).body.data;
  await write.done('PATCH', `/brands/${brand.id}`, { default: true });
  light = await asset('light.png');
  dark = await asset('dark.png');
  await set(logo(light), logo(dark, 'dark-background'));
});

describe('the context of a use', () => {
  it('blocks an asset if the brand has another variant for it, and suggests that', async () => {
    expect(await check({ asset: light, context: 'Dark background' })).toMatchObject({
      allowed: false,
      reasons: [
        {
          code: 'context',
          message: `Acme ${count} has its own Logo for dark-background. Use that one.`,
          blocking: true,
        },
      ],
      suggest: [
        {
          id: dark,
          title: 'dark.png',
          url: `${marque.url}/a/${dark}`,
          why: `It is Acme ${count}'s Logo for dark-background.`,
        },
      ],
    });
  });

  it("doesn't affect the variant itself, another context, or an asset that no rule names", async () => {
    const other = await asset('other.png');
    for (const body of [
      { asset: dark, context: 'dark-background' },
      { asset: light, context: 'print' },
      { asset: dark, context: 'print' },
      { asset: other, context: 'dark-background' },
    ])
      expect(await check(body)).toMatchObject({ allowed: true, reasons: [], suggest: [] });
  });

  it("doesn't affect an asset that another rule names for that context", async () => {
    await set(logo(light, undefined, 'logo.footer'), logo(light, 'dark-background', 'logo.footer'));
    expect(await check({ asset: light, context: 'dark-background' })).toMatchObject({
      allowed: true,
      reasons: [],
    });
  });

  it("is asked for if the use doesn't include it", async () => {
    expect(await check({ asset: light })).toMatchObject({
      allowed: true,
      reasons: [{ code: 'context', blocking: false }],
      suggest: [],
    });
  });

  it("is the named brand's, by slug, id or name, else the default's", async () => {
    const other = (await write.done('POST', '/brands', { name: `Other ${count}` })).body.data;
    for (const named of [other.slug, 'nowhere'])
      expect(await check({ asset: light, context: 'dark-background', brand: named })).toMatchObject({
        allowed: true,
        reasons: [],
      });
    for (const named of [brand.slug, brand.id, `ACME ${count}`])
      expect(await check({ asset: light, context: 'dark-background', brand: named })).toMatchObject({
        allowed: false,
      });
  });

  it("reveals nothing about a brand or variant that the caller can't read", async () => {
    await write.done('PATCH', `/assets/${dark}`, { private: true });
    expect(await check({ asset: light, context: 'dark-background' })).toMatchObject({
      allowed: false,
      suggest: [],
    });
    await write.done('PATCH', `/brands/${brand.id}`, { private: true });
    for (const named of [undefined, brand.slug])
      expect(await check({ asset: light, context: 'dark-background', brand: named })).toMatchObject({
        allowed: true,
        reasons: [],
      });
    const own = await write.done('POST', '/check', { asset: light, context: 'dark-background' });
    expect(own.body).toMatchObject({ allowed: false, suggest: [{ id: dark }] });
  });

  it('suggests no unavailable variant, and is reported with other reasons', async () => {
    await write.done('PATCH', `/assets/${dark}`, { status: 'archived' });
    await write.done('PATCH', `/assets/${light}`, { rights: { territories: ['DE'] } });
    const answer = await check({ asset: light, context: 'dark-background' });
    expect(answer.reasons.map(({ code }: { code: string }) => code)).toEqual(['context', 'territory']);
    expect(answer.suggest).toEqual([]);
  });
});
