// What a published brand serves to programs: brand.json, validated by the schema in AdCP's own SDK, and
// llms.txt.
import { afterAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeAsset } from '../assets/library.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { callsAs } from '../setup/callers.ts';
import { makeDefaultBrand } from './brand.ts';

const { marque, place, editor, reader, stranger, write } = await startWithWorkspace();
await makeDefaultBrand(marque, place);
afterAll(() => marque.close());

/** The SDK doesn't export its schemas and validator: they are found beside its package.json. */
function adcpIssues(value: unknown): unknown {
  const root = path.resolve('node_modules/@adcp/sdk');
  const require = createRequire(path.join(root, 'package.json'));
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of the SDK's own ajv, whose types are not ours
  const load = (name: string): any => require(name);
  const Ajv = load('ajv').default ?? load('ajv');
  const ajv = new Ajv({ strict: false, allErrors: true });
  (load('ajv-formats').default ?? load('ajv-formats'))(ajv);
  const schemas = path.join(root, 'dist/lib/schemas-data/3.0');
  const main = JSON.parse(readFileSync(path.join(schemas, 'brand.json'), 'utf8'));
  for (const file of readdirSync(schemas, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json') || file.startsWith('bundled')) continue;
    const schema = JSON.parse(readFileSync(path.join(schemas, file), 'utf8'));
    if (schema.$id && schema.$id !== main.$id && !ajv.getSchema(schema.$id)) ajv.addSchema(schema);
  }
  const validate = ajv.compile(main);
  return validate(value) ? null : validate.errors;
}

const get = (what: string, as = reader) => callsAs(marque, as).call('GET', `/brands/acme/${what}`);

it('the files for programs are empty before the first publish', async () => {
  expect((await get('brand.json')).status).toBe(404);
  expect((await get('llms.txt')).status).toBe(404);
});

it('brand.json is valid by the AdCP schema, and contains what is published and nothing hidden', async () => {
  const logo = await makeAsset(marque, editor);
  const draft = await makeAsset(marque, editor, { status: 'draft' });
  await write.done('PATCH', '/brand/rules', {
    set: [
      { key: 'color.primary', type: 'color', value: '#3366ff' },
      { key: 'color.onDark', type: 'color', value: '#ffffff80' },
      { key: 'type.head', type: 'font', value: { family: 'Inter' }, spec: { fallback: ['Arial'] } },
      { key: 'logo.main', type: 'text', value: 'x', assets: [{ id: logo.id }, { id: draft.id }] },
      { key: 'voice.tagline', type: 'text', value: 'Made well.' },
    ],
  });
  await write.done('PUT', '/brands/acme/pages/voice', { title: 'Voice', lede: 'How we\nspeak.' });
  await write.done('PUT', '/brands/acme/pages/secret', { title: 'Secret', hidden: true });
  await write.done('POST', '/brands/acme/publish', {});
  await write.done('PATCH', '/brand/rules', { set: [{ key: 'color.primary', value: '#000000' }] });
  const { body } = await get('brand.json');
  expect(adcpIssues(body)).toBeNull();
  expect(body.brands[0]).toMatchObject({
    id: 'acme',
    names: [{ en: 'Acme' }],
    tagline: 'Made well.',
    fonts: { primary: { family: 'Inter', fallbacks: ['Arial'] } },
    logos: [{ url: `${marque.url}/a/${String(logo.id)}`, orientation: 'horizontal', width: 40, height: 30 }],
  });
  expect(body.brands[0].logos).toHaveLength(1);
  expect(body.brands[0].colors.on_dark).toBe('#ffffff');
  expect(adcpIssues({ brands: [] })).not.toBeNull();

  const text = (await get('llms.txt')).bytes.toString();
  expect(text).toMatch(/^# Acme\n\n> /);
  expect(text).toContain(`- [Voice](${marque.url}/api/v1/brands/acme/pages/voice): How we speak.`);
  expect(text).not.toContain('ecret');
});

it('brand.json says of a logo in a context what it inherits, and the background that it is for', async () => {
  const [plain, dark, day] = (await Promise.all([1, 2, 3].map(() => makeAsset(marque, editor)))).map(
    ({ id }) => id as string,
  );
  const logo = (context: string | null, value: string, id: string | undefined) => ({
    key: 'logo.side',
    context,
    type: 'text',
    value,
    assets: [{ id }],
  });
  await write.done('PATCH', '/brand/rules', {
    set: [
      { ...logo(null, 'Ours', plain), label: 'Beside pictures' },
      logo('reversed', 'Ours, reversed', dark),
      logo('on-white', 'Ours, on white', day),
    ],
  });
  await write.done('POST', '/brands/acme/publish', {});
  const logos = (await get('brand.json')).body.brands[0].logos as { url: string; [field: string]: unknown }[];
  const of = (id = '') => logos.find(({ url }) => url.endsWith(id));
  expect(of(plain)).toMatchObject({ usage: 'Beside pictures' });
  expect(of(plain)).not.toHaveProperty('background');
  expect(of(dark)).toMatchObject({ usage: 'Beside pictures', background: 'dark-bg' });
  expect(of(day)).toMatchObject({ usage: 'Beside pictures', background: 'light-bg' });
});

it('the files for programs are for readers', async () => {
  for (const what of ['brand.json', 'llms.txt']) {
    expect((await get(what, stranger)).status).toBe(404);
    expect((await callsAs(marque, null).call('GET', `/brands/acme/${what}`)).status).toBe(401);
  }
});
