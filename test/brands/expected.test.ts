// Lost updates over REST and MCP: a write based on an older version is refused if someone has made changes
// since.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { startService } from '../setup/service.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { makeDefaultBrand } from './brand.ts';

const marque = await startService();
const place = await marque.makePlace();
const brandId = await makeDefaultBrand(marque, place);
const person = await marque.makeMember(place, 'write', { name: 'Mara' });
const mara = callsAs(marque, person);
const agent = await agentOfFile(marque, (await marque.makeKey(place, 'write')).key);
await mara.done('PATCH', '/brand/rules', {
  set: [
    { key: 'color.primary', type: 'color', value: '#112233' },
    { key: 'color.ink', type: 'color', value: '#000000' },
  ],
});
for (const slug of ['voice', 'color'])
  await mara.done('PUT', `/brands/acme/pages/${slug}`, { title: slug, sections: [] });

const rulesVersion = async (): Promise<string> =>
  (await agent.done('brand_rules', { brand: 'acme' })).version as string;
const pageVersion = async (page: string): Promise<string> =>
  (await agent.done('get_page', { slug: 'acme', page })).data.version as string;
const themeVersion = async (): Promise<string> =>
  (await agent.done('get_theme', { slug: 'acme' })).data.version as string;
const brandVersion = async (): Promise<string> => (await mara.done('GET', '/brands/acme')).body.data.version;

/**
 * Each tool that replaces a resource: how its version is read, what it sends, and how Mara changes the same
 * resource meanwhile.
 */
const replacing = [
  {
    tool: 'set_rules',
    read: rulesVersion,
    args: { brand: 'acme', set: [{ key: 'color.primary', value: '#aabbcc' }] },
    meanwhile: () =>
      mara.done('PATCH', '/brand/rules', { set: [{ key: 'color.primary', value: '#445566' }] }),
    changed: { rules: ['color.primary'], by: ['Mara'] },
  },
  {
    tool: 'save_page',
    read: () => pageVersion('voice'),
    args: { slug: 'acme', page: 'voice', title: 'From the agent', sections: [] },
    meanwhile: () => mara.done('PUT', '/brands/acme/pages/voice', { title: 'From Mara', sections: [] }),
    changed: { pages: ['voice'], by: ['Mara'] },
  },
  {
    tool: 'edit_page',
    read: () => pageVersion('color'),
    args: { slug: 'acme', page: 'color', ops: [{ op: 'page', set: { title: 'From the agent' } }] },
    meanwhile: () => mara.done('PUT', '/brands/acme/pages/color', { title: 'From Mara', sections: [] }),
    changed: { pages: ['color'], by: ['Mara'] },
  },
  {
    tool: 'set_theme',
    read: themeVersion,
    args: { slug: 'acme', radius: 3 },
    meanwhile: () => mara.done('PATCH', '/brands/acme/theme', { radius: 12 }),
    changed: { theme: ['radius'], by: ['Mara'] },
  },
];

describe.each(replacing)('$tool', ({ tool, read, args, meanwhile, changed }) => {
  it('refuses a stale version, says what changed and by whom, and changes nothing', async () => {
    const expected = await read();
    await meanwhile();
    const now = await brandVersion();
    const events = await eventsOf(marque, brandId);
    const apiError = await agent.refused(tool, { ...args, expected });
    expect(apiError.code).toBe('conflict');
    expect(apiError.detail).toMatchObject({ current: await read(), expected, changed });
    expect(apiError.message).toContain('Mara');
    expect(await brandVersion()).toBe(now);
    expect(await eventsOf(marque, brandId)).toEqual(events);
  });

  it('accepts the version that was just read and returns a new one', async () => {
    const expected = await read();
    await agent.done(tool, { ...args, expected });
    expect(await read()).not.toBe(expected);
    expect((await agent.refused(tool, { ...args, expected })).code).toBe('conflict');
  });

  it('also accepts the version of the whole brand, and treats an unknown one as stale', async () => {
    await agent.done(tool, { ...args, expected: await brandVersion() });
    const apiError = await agent.refused(tool, { ...args, expected: 'made-up' });
    expect(apiError).toMatchObject({ code: 'conflict', detail: { expected: 'made-up' } });
  });

  it('writes without a version as before', async () => {
    await meanwhile();
    const theirs = await read();
    await agent.done(tool, args);
    expect(await read()).not.toBe(theirs);
  });
});

describe('versions', () => {
  it("aren't changed by a change elsewhere in the brand", async () => {
    const [voice, theme] = [await pageVersion('voice'), await themeVersion()];
    await mara.done('PATCH', '/brand/rules', { set: [{ key: 'color.ink', value: '#010203' }] });
    expect([await pageVersion('voice'), await themeVersion()]).toEqual([voice, theme]);
  });

  it('are the same in every list of rules, whatever it leaves out', async () => {
    const all = await mara.done('GET', '/brand/rules?brand=acme');
    const some = await mara.done('GET', '/brand/rules?brand=acme&context=nowhere').catch(() => null);
    const own = await mara.done('GET', '/brand/rules?brand=acme&asset=00000000-0000-4000-8000-000000000000');
    expect(all.body.version).toMatch(/^[0-9a-f]{16}$/);
    expect(own.body.version).toBe(all.body.version);
    if (some) expect(some.body.version).toBe(all.body.version);
  });

  it('of a rule are its last change', async () => {
    const find = async () =>
      (
        (await mara.done('GET', '/brand/rules?brand=acme')).body.data as {
          id: string;
          key: string;
          updatedAt: string;
        }[]
      ).find(({ key }) => key === 'color.primary');
    const rule = await find();
    const path = `/brand/rules/${rule?.id}?expected=${encodeURIComponent(rule?.updatedAt ?? '')}`;
    await mara.done('PATCH', path, { value: '#778899' });
    expect((await mara.call('PATCH', path, { value: '#998877' })).status).toBe(409);
    expect((await mara.call('DELETE', path)).status).toBe(409);
    const now = await find();
    expect((await mara.call('DELETE', `/brand/rules/${rule?.id}?expected=${now?.updatedAt}`)).status).toBe(
      200,
    );
  });

  it('change with writes through Payload itself', async () => {
    const expected = await rulesVersion();
    await marque.payload.create({
      collection: 'brand-rules',
      data: {
        brand: brandId,
        workspace: place.workspaceId,
        key: 'color.extra',
        label: 'Extra',
        type: 'color',
        value: '#101010',
      },
    });
    const args = { brand: 'acme', set: [{ key: 'color.ink', value: '#020202' }], expected };
    const apiError = await agent.refused('set_rules', args);
    expect(apiError).toMatchObject({ code: 'conflict', detail: { changed: { rules: ['color.extra'] } } });
  });
});

describe('a theme with missing parts', () => {
  it("shows the brand's own colors by their names, and says which parts are defaults", async () => {
    await mara.done('POST', '/brands', { name: 'Own', slug: 'own' });
    const themeOf = async () => (await agent.done('get_theme', { slug: 'own' })).data;
    expect((await themeOf()).unset).toEqual(['accent', 'surface', 'ink', 'head', 'body', 'logo']);
    await mara.done('PATCH', '/brand/rules?brand=own', {
      set: [
        { key: 'color.primary', type: 'color', value: '#cc2200' },
        { key: 'font.body', type: 'font', value: { family: 'Inter' } },
      ],
    });
    const theme = await themeOf();
    expect(theme.applied.accent).toBe('#cc2200');
    expect(theme.applied.body.family).toBe('Inter');
    expect(theme.assumed).toEqual({ accent: 'color.primary', body: 'font.body' });
    expect(theme.unset).toEqual(['surface', 'ink', 'head', 'logo']);
    await mara.done('PATCH', '/brand/rules?brand=own', {
      set: [{ key: 'color.sun', type: 'color', value: '#ffcc00' }],
    });
    await mara.done('PATCH', '/brands/own/theme', { accent: 'color.sun' });
    expect(await themeOf()).toMatchObject({ applied: { accent: '#ffcc00' }, assumed: { body: 'font.body' } });
  });
});

describe('a page that references a resource by an invalid id', () => {
  it.each([
    ['collection', { collection: 'press' }, 'sections[0].props.collection'],
    ['collection', {}, 'sections[0].props.collection'],
    ['cover', { image: 'logo.png' }, 'sections[0].props.image'],
  ])('is a 422 with its path (%s %j)', async (template, props, path) => {
    const reply = await mara.call('PUT', '/brands/acme/pages/strange', {
      title: 'Strange',
      sections: [{ template, props }],
    });
    expect(reply.status).toBe(422);
    expect(issuePaths(reply)).toContain(path);
    expect((await mara.call('GET', '/brands/acme/pages/strange')).status).toBe(404);
  });
});
