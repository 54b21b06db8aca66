// Sections that are always shown in a context: their rules, logos and background, wherever a page is read.
// cspell:ignore darkk
import { beforeEach, describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../../agents/agent-of-file.ts';
import { makeAsset } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeBrand, makeDefaultBrand } from '../brand.ts';
import { pageCalls } from './page-calls.ts';

const { marque, place, other, editor, reader, stranger, write } = await startWithWorkspace();
await makeDefaultBrand(marque, other);
const agent = await agentOfFile(marque, reader.key);

let brand: string;
let slug: string;
let logo: string;
let reversed: string;

const { at, read, put, saved, patch, rules } = pageCalls(() => ({
  brand,
  reader: callsAs(marque, reader),
  write,
}));
const html = async (query = ''): Promise<string> =>
  (await callsAs(marque, reader).done('GET', `${at('logo')}/html${query}`)).body.data.html;

beforeEach(async () => {
  ({ id: brand, slug } = await makeBrand(marque, place));
  const as = { cookie: editor.cookie };
  [logo, reversed] = (await Promise.all([makeAsset(marque, as), makeAsset(marque, as)])).map(
    ({ id }) => id as string,
  ) as [string, string];
  await rules(
    { key: 'color.ink', type: 'color', value: '#111111' },
    { key: 'color.ink', context: 'dark-background', type: 'color', value: '#eeeeee' },
    { key: 'logo.main', type: 'text', value: 'Ours', assets: [{ id: logo }] },
    {
      key: 'logo.main',
      context: 'dark-background',
      type: 'text',
      value: 'Ours, reversed',
      assets: [{ id: reversed }],
    },
    { key: 'color.glow', context: 'dark-background', type: 'color', value: '#ffee00' },
  );
  await saved('logo', {
    title: 'Logo',
    sections: [
      { id: 'light', template: 'logos', title: 'On light', keys: ['logo.main'] },
      {
        id: 'dark',
        template: 'logos',
        title: 'On dark',
        context: 'dark-background',
        keys: ['logo.main'],
      },
      { id: 'colors', template: 'palette', context: 'dark-background', keys: ['color.ink', 'color.glow'] },
      { id: 'glow', template: 'palette', keys: ['color.glow'] },
    ],
  });
});

/** The element of a section in a page. */
const sectionIn = (page: string, id: string): string =>
  new RegExp(`<section id="${id}".*?</section>`, 's').exec(page)?.[0] ?? '';

describe('a section with a context', () => {
  it('is read with the rules of that context, beside those of the others', async () => {
    const view = await read('logo');
    expect(view.page.sections.map(({ context }: { context?: string }) => context)).toEqual([
      undefined,
      'dark-background',
      'dark-background',
      undefined,
    ]);
    expect(
      view.rules.map(({ key, context }: { key: string; context: string | null }) => [key, context]),
    ).toEqual([
      ['logo.main', null],
      ['logo.main', 'dark-background'],
      ['color.ink', 'dark-background'],
      ['color.glow', 'dark-background'],
    ]);
    // The same key is only missing where no rule has it.
    expect(view.missing).toEqual(['color.glow']);
    expect(view.warnings).toEqual([{ section: 'glow', message: 'There is no rule "color.glow".' }]);
    // Read in that context, the others have its rules, too.
    const dark = await read('logo', '?context=dark-background');
    expect([dark.missing, dark.rules.map(({ value }: { value: unknown }) => value)]).toEqual([
      [],
      ['Ours, reversed', '#eeeeee', '#ffee00'],
    ]);
  });

  it('says so in Markdown, with the files of its context', async () => {
    const { markdown } = await read('logo');
    const [, light, dark] = markdown.split('## ');
    expect(light).toContain(`/a/${logo}`);
    expect(light).not.toContain('Context:');
    expect(dark).toContain('Context: `dark-background`');
    expect(dark).toContain(`/a/${reversed}`);
    expect(dark).not.toContain(`/a/${logo}`);
  });

  it('is drawn on the ground of its context, and its logo never on white', async () => {
    const page = await html();
    const [light, dark] = [sectionIn(page, 'light'), sectionIn(page, 'dark')];
    expect(light).toContain(logo);
    expect(light).toContain('data-ground="light"');
    expect(light).not.toContain('--surface');
    expect(dark).toContain(reversed);
    // The other one is only offered as a download.
    expect(dark).not.toContain(`/a/${logo}/`);
    // The brand defines no surface for it: a dark one is used all the same.
    expect(dark).toMatch(/data-context="dark-background" style="[^"]*--surface:#15161a/);
    expect(dark).toMatch(/data-ground="own" style="background:#15161a"/);
    await rules(
      { key: 'color.surface', type: 'color', value: '#fefefe' },
      { key: 'color.surface', context: 'dark-background', type: 'color', value: '#001133' },
    );
    expect(sectionIn(await html(), 'dark')).toMatch(/--surface:#001133.*background:#001133/s);
    // A ground that somebody chose stays.
    await patch('logo', { op: 'update', id: 'dark', set: { props: { ground: 'checkered' } } });
    expect(sectionIn(await html(), 'dark')).toContain('data-ground="checkered"');
  });

  it('keeps reversed logos off white where the whole page is read in the context, too', async () => {
    const page = await html('?context=dark-background');
    expect(sectionIn(page, 'light')).toMatch(/data-ground="own" style="background:#15161a"/);
  });

  it('is the same for agents', async () => {
    const { data } = await agent.done('get_page', { brand: slug, page: 'logo' });
    expect(data.markdown).toContain('Context: `dark-background`');
    expect(data.rules.some(({ value }: { value: unknown }) => value === 'Ours, reversed')).toBe(true);
  });

  it('is in the files of the brand, and comes back from them', async () => {
    const { files } = (await write.done('GET', `/brands/${slug}/files`)).body.data;
    expect(files['pages/logo.yaml']).toContain('    context: dark-background\n');
    const done = await write.done('POST', `/brands/${slug}/files/import`, { files, merge: false });
    expect(done.body.data.changed).toBe(false);
    const wrong = await write.call('POST', `/brands/${slug}/files/import`, {
      files: {
        ...files,
        'pages/logo.yaml': files['pages/logo.yaml'].replace('context: dark-background', 'context: darkk'),
      },
    });
    expect([wrong.status, wrong.body.error.detail.issues]).toEqual([
      422,
      [
        {
          path: expect.stringMatching(/^pages\/logo\.yaml:\d+$/),
          message: expect.stringMatching(/^sections\[1\]\.context: .*dark-background/),
        },
      ],
    ]);
  });

  it('is refused with the known contexts where no rule uses it', async () => {
    const issues = { path: '', message: expect.stringContaining('Use one of: dark-background.') };
    const whole = await put('logo', {
      title: 'Logo',
      sections: [{ template: 'text', body: 'x', context: 'print' }],
    });
    expect([whole.status, whole.body.error.detail.issues]).toEqual([
      422,
      [{ ...issues, path: 'sections[0].context' }],
    ]);
    const step = await patch('logo', { op: 'update', id: 'light', set: { context: 'dark' } });
    expect([step.status, step.body.error.detail.issues]).toEqual([
      422,
      [{ ...issues, path: 'ops[0].set.context' }],
    ]);
    expect((await put('logo', { title: 'Logo', sections: [{ template: 'text', context: 3 }] })).status).toBe(
      400,
    );
    expect(
      (await callsAs(marque, stranger).call('GET', `${at('logo')}?context=dark-background`)).status,
    ).toBe(404);
  });

  it('follows a context that gets another name, and survives one whose rules are gone', async () => {
    const all = (await write.done('GET', `/brand/rules?brand=${brand}`)).body.data as {
      id: string;
      context: string | null;
    }[];
    const inContext = all.filter(({ context }) => context !== null);
    for (const { id } of inContext) await write.done('PATCH', `/brand/rules/${id}`, { context: 'on-dark' });
    expect((await read('logo')).page.sections[1].context).toBe('on-dark');
    for (const { id } of inContext) await write.done('DELETE', `/brand/rules/${id}`);
    const view = await read('logo');
    expect(view.warnings).toContainEqual({
      section: 'dark',
      message: 'No rule uses its context "on-dark" any more, so it shows the default.',
    });
    // What was read can still be sent back, and its other words can change in files.
    expect((await put('logo', view.page)).status).toBe(200);
    const { files } = (await write.done('GET', `/brands/${slug}/files`)).body.data;
    const { 'pages/logo.yaml': text, ...others } = files;
    const importing = (more: object) =>
      write.call('POST', `/brands/${slug}/files/import`, { files: { ...others, ...more } });
    const edited = text.replace('On dark', 'On black');
    expect((await importing({ 'pages/logo.yaml': edited })).status).toBe(200);
    expect((await read('logo')).page.sections[1]).toMatchObject({ title: 'On black', context: 'on-dark' });
    // So it is in a file that gets another name, but a section that had no such context can't have it.
    const wrong = await importing({
      'pages/logo.yaml': edited.replace('title: On light', 'title: On light\n    context: on-dark'),
    });
    expect([wrong.status, wrong.body.error.detail.issues]).toEqual([
      422,
      [{ path: expect.any(String), message: expect.stringMatching(/^sections\[0\]\.context: /) }],
    ]);
    others['brand.yaml'] = others['brand.yaml'].replace('logo', 'mark');
    const renamed = edited
      .replace('title: Logo', 'title: Mark\naliases: [logo]')
      .replace('On black', 'On ink');
    expect((await importing({ 'pages/mark.yaml': renamed })).status).toBe(200);
    expect((await read('mark')).page.sections[1]).toMatchObject({ title: 'On ink', context: 'on-dark' });
    expect((await patch('logo', { op: 'update', id: 'dark', set: { context: null } })).status).toBe(200);
    expect((await read('logo')).page.sections[1].context).toBeUndefined();
  });

  it('is what readers of a portal see, published as it was', async () => {
    await write.done('POST', `/brands/${slug}/publish`, {});
    const portal = (await write.done('POST', '/portals', { name: 'Open', brands: [slug] })).body.data.slug;
    const site = (await marque.call('GET', `/api/v1/portal/${portal}/site`)).body.data;
    expect(
      site.rules.map(({ key, context }: { key: string; context: string | null }) => [key, context]),
    ).toEqual([
      ['logo.main', null],
      ['logo.main', 'dark-background'],
      ['color.ink', 'dark-background'],
      ['color.glow', 'dark-background'],
    ]);
    expect(Object.keys(site.media).sort()).toEqual([logo, reversed].sort());
    const shown = await marque.call('GET', `/p/${portal}/${slug}/logo`, { headers: { accept: 'text/html' } });
    const dark = sectionIn(shown.bytes.toString(), 'dark');
    expect(dark).toContain(reversed);
    // The other one is only offered as a download.
    expect(dark).not.toContain(`/a/${logo}/`);
    expect(dark).toMatch(/--surface:#15161a/);
    // A context that the brand doesn't have is the default there.
    const unknown = await marque.call('GET', `/api/v1/portal/${portal}/site?context=nowhere`);
    expect([unknown.status, unknown.body.data.context, unknown.body.data.rules]).toEqual([
      200,
      null,
      site.rules,
    ]);
  });
});

describe('a rule for a context', () => {
  const inDark = async (key: string) =>
    (
      (await callsAs(marque, reader).done('GET', `/brand/rules?brand=${brand}&context=dark-background`)).body
        .data as { key: string; [field: string]: unknown }[]
    ).find((rule) => rule.key === key);

  it("inherits what it doesn't override", async () => {
    await rules(
      {
        key: 'color.primary',
        label: 'Brand blue',
        type: 'color',
        value: '#0033aa',
        spec: { group: 'Main', pair: 'color.ink', tints: [20], pantone: '286 C', cmyk: [100, 66, 0, 2] },
        usage: 'For what matters.',
        assets: [{ id: logo }],
      },
      {
        key: 'color.primary',
        context: 'dark-background',
        type: 'color',
        value: '#88aaff',
        spec: { tints: [50] },
      },
    );
    // Its CMYK and Pantone are those of the other color.
    expect(await inDark('color.primary')).toMatchObject({
      label: 'Brand blue',
      value: '#88aaff',
      spec: { group: 'Main', pair: 'color.ink', tints: [50] },
      usage: 'For what matters.',
      assets: [{ id: logo }],
    });
    expect((await inDark('color.primary'))?.spec).not.toHaveProperty('pantone');
    const css = await callsAs(marque, reader).call(
      'GET',
      `/brand/tokens?brand=${brand}&format=css&context=dark-background`,
    );
    expect(css.bytes.toString()).toContain('--color-primary-pair: var(--color-ink)');
    expect(css.bytes.toString()).toContain('--color-primary-tint50');
    expect(css.bytes.toString()).not.toContain('--color-primary-tint20');
  });

  it('of another color inherits neither its gradient nor tints that are colors', async () => {
    const gradient = { stops: [{ color: '#0033aa' }, { color: '#001144' }] };
    await rules(
      { key: 'color.a', type: 'color', value: '#0033aa', spec: { gradient, tints: [20, '#ccddff'] } },
      { key: 'color.a', context: 'dark-background', type: 'color', value: '#88aaff' },
      { key: 'color.b', type: 'color', value: '#0033aa', spec: { tints: ['#ccddff'] } },
      { key: 'color.b', context: 'dark-background', type: 'color', value: '#88aaff' },
      { key: 'color.c', type: 'color', value: '#0033aa', spec: { gradient, tints: ['#ccddff'] } },
      { key: 'color.c', context: 'dark-background', type: 'color', value: '#0033aa' },
    );
    expect((await inDark('color.a'))?.spec).toEqual({ tints: [20] });
    expect((await inDark('color.b'))?.spec).toEqual({});
    expect((await inDark('color.c'))?.spec).toEqual({ gradient, tints: ['#ccddff'] });
  });

  it('of a typeface keeps its license only for the same family, and is stored as it was sent', async () => {
    const spec = { lineHeight: 1.4, license: 'OFL', fallback: ['Arial'] };
    await rules(
      { key: 'type.body', type: 'font', value: { family: 'Inter' }, spec },
      { key: 'type.body', context: 'dark-background', type: 'font', value: { family: 'Inter', weight: 500 } },
      { key: 'type.head', type: 'font', value: { family: 'Inter' }, spec },
      { key: 'type.head', context: 'dark-background', type: 'font', value: { family: 'Other' } },
    );
    expect((await inDark('type.body'))?.spec).toEqual(spec);
    expect((await inDark('type.head'))?.spec).toEqual({ lineHeight: 1.4 });
    const stored = (await write.done('GET', `/brand/rules?brand=${brand}`)).body.data as {
      key: string;
      context: string | null;
      spec: object;
    }[];
    expect(stored.find(({ key, context }) => key === 'type.body' && context !== null)?.spec).toEqual({});
    const { files } = (await write.done('GET', `/brands/${slug}/files`)).body.data;
    expect(files['rules/type.yaml'].match(/license/g)).toHaveLength(2);
  });
});

describe('an unknown context', () => {
  it('is a 422 with those there are, on every read of a brand', async () => {
    const query = `brand=${brand}&context=dark`;
    for (const path of [
      `/brand/rules?${query}`,
      `/brand/tokens?${query}`,
      `/brand/contrast?${query}&color=%23000&background=%23fff`,
      `${at('logo')}?context=dark`,
      `${at('logo')}/html?context=dark`,
    ]) {
      const { status, body } = await callsAs(marque, reader).call('GET', path);
      expect([path, status, body.error.detail.issues]).toEqual([
        path,
        422,
        [{ path: 'context', message: expect.stringContaining('Use one of: dark-background.') }],
      ]);
    }
    const refused = await agent.refused('export_tokens', { brand: slug, context: 'print' });
    expect(refused.message).toContain('dark-background');
    const empty = await makeBrand(marque, place);
    const none = await callsAs(marque, reader).call('GET', `/brand/rules?brand=${empty.slug}&context=dark`);
    expect([none.status, none.body.error.message]).toEqual([422, expect.stringContaining('use none')]);
  });
});
