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

/** Why a check is a 422. */
async function refused(body: object): Promise<string[]> {
  const reply = await callsAs(marque, reader).call('POST', '/check', body);
  expect([reply.status, reply.body.error?.code]).toEqual([422, 'invalid']);
  return reply.body.error.detail.issues.map(
    ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
  );
}

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
    await set({ key: 'voice.tone', type: 'text', value: 'Loud.', context: 'print' });
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
    const tone = { key: 'voice.tone', type: 'text', value: 'Calm.', context: 'dark-background' };
    await write.done('PATCH', `/brand/rules?brand=${other.slug}`, { set: [tone] });
    expect(await check({ asset: light, context: 'dark-background', brand: other.slug })).toMatchObject({
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
    const dontSay = (named?: string) => refused({ asset: light, context: 'dark-background', brand: named });
    expect(await dontSay()).toEqual([
      "context: There's no default brand here that you can read. Name a brand, or leave the context out.",
    ]);
    for (const named of [brand.slug, 'nowhere'])
      expect(await dontSay(named)).toEqual([
        expect.stringMatching(
          `^brand: There's no brand "${named}" here that you can read\\. (?!.*"${brand.slug}")`,
        ),
      ]);
    const own = await write.done('POST', '/check', { asset: light, context: 'dark-background' });
    expect(own.body).toMatchObject({ allowed: false, suggest: [{ id: dark }] });
  });

  it('is refused if no rule of the brand uses it, or if there is no such brand, naming the nearest', async () => {
    expect(await refused({ asset: light, context: 'Dark backgrund' })).toEqual([
      'context: No rule of this brand uses the context "dark-backgrund". Did you mean "dark-background"? Use one of: dark-background.',
    ]);
    expect(await refused({ asset: light, brand: `acmee-${count}` })).toEqual([
      `brand: There's no brand "acmee-${count}" here that you can read. Did you mean "acme-${count}"?`,
    ]);
    const use = { channel: 'web' };
    const uses = [
      use,
      { ...use, context: 'nowhere' },
      { ...use, brand: 'nowhere', context: 'dark-background' },
    ];
    const several = await refused({ assets: [light, dark], uses });
    expect(several.map((one) => one.split(': ')[0])).toEqual(['uses[1].context', 'uses[2].brand']);
    const plain = (await write.done('POST', '/brands', { name: `Plain ${count}` })).body.data;
    expect(await refused({ asset: light, context: 'dark-background', brand: plain.slug })).toEqual([
      'context: No rule of this brand uses the context "dark-background". Its rules use none.',
    ]);
    const abroad = await marque.makePlace();
    const stranger = await marque.makeKey(abroad, 'read');
    const { status } = await callsAs(marque, stranger).call('POST', '/check', {
      asset: light,
      brand: brand.slug,
    });
    expect(status).toBe(404);
  });

  it('suggests no unavailable variant, and is reported with other reasons', async () => {
    await write.done('PATCH', `/assets/${dark}`, { status: 'archived' });
    await write.done('PATCH', `/assets/${light}`, { rights: { territories: ['DE'] } });
    const answer = await check({ asset: light, context: 'dark-background' });
    expect(answer.reasons.map(({ code }: { code: string }) => code)).toEqual(['context', 'territory']);
    expect(answer.suggest).toEqual([]);
  });
});
