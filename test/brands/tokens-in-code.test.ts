// Design tokens as they are used in code: gradients, descriptions, names that never collide, contexts under selectors, and publishes that
// are pinned.
// cspell:ignore Gradiant atrule
import { describe, expect, it } from '@jest/globals';
import postcss from 'postcss';
import { SaxesParser } from 'saxes';
import { compileString } from 'sass';
import StyleDictionary from 'style-dictionary';
import ts from 'typescript';
import { cssPlaceOf } from '../../src/brands/tokens/css-place.ts';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { textOf } from '../agents/client.ts';
import { callsAs } from '../setup/callers.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeBrand, makeDefaultBrand } from './brand.ts';

const { marque, place, reader, stranger, write } = await startWithWorkspace();
await makeDefaultBrand(marque, place);
const agent = await agentOfFile(marque, reader.key);
const usage = 'For **headlines**: never `*/` or -->\nnor {this}.';
await write.done('PATCH', '/brand/rules', {
  set: [
    {
      key: 'color.primary',
      type: 'color',
      value: '#3366ff',
      usage,
      spec: {
        pair: 'color.ink',
        gradient: { angle: 90, stops: [{ color: 'color.ink' }, { color: '#ffffff80', at: 90 }] },
      },
    },
    { key: 'color.ink', type: 'color', value: '#111111' },
    { key: 'color.ink', context: 'dark', type: 'color', value: '#eeeeee' },
    { key: 'type.head', type: 'font', value: { family: 'Inter', size: 32, weight: 700 } },
  ],
});

const get = (query: string, as = reader) => callsAs(marque, as).call('GET', `/brand/tokens?${query}`);
const text = async (query: string): Promise<string> => {
  const reply = await get(query);
  expect([query, reply.status]).toEqual([query, 200]);
  return reply.bytes.toString();
};
const propsOf = (css: string): Map<string, string> => {
  const found = new Map<string, string>();
  postcss.parse(css).walkDecls(({ prop, value }) => {
    expect(found.has(prop)).toBe(false);
    found.set(prop, value);
  });
  return found;
};

describe('gradients', () => {
  it('are in every format that can have them, with their stops', async () => {
    expect(propsOf(await text('format=css')).get('--color-primary-gradient')).toBe(
      'linear-gradient(90deg, var(--color-ink) 0%, #ffffff80 90%)',
    );
    expect(await text('format=swift')).toContain(
      'public static let colorPrimaryGradient = LinearGradient(stops: [Gradient.Stop(color: Color(.sRGB, red: 0.066667, green: 0.066667, blue: 0.066667, opacity: 1), location: 0), Gradient.Stop(color: Color(.sRGB, red: 1, green: 1, blue: 1, opacity: 0.501961), location: 0.9)], startPoint: UnitPoint(x: 0, y: 0.5), endPoint: UnitPoint(x: 1, y: 0.5))',
    );
    expect(await text('format=android')).toContain(
      [
        '  <array name="color_primary_gradient">',
        '    <item>@color/color_ink</item>',
        '    <item>#80ffffff</item>',
        '  </array>',
        '  <array name="color_primary_gradient_positions">',
        '    <item>0</item>',
        '    <item>0.9</item>',
        '  </array>',
        '  <item format="float" type="dimen" name="color_primary_gradient_angle">90</item>',
        '</resources>',
      ].join('\n'),
    );
    await write.done('PUT', '/brands/acme/pages/color', {
      title: 'Color',
      sections: [{ template: 'palette', keys: ['color.primary'] }],
    });
    const page = (await write.done('GET', '/brands/acme/pages/color')).body.data;
    expect(page.markdown).toContain('gradient 90°: color.ink #111111 0%, #ffffff80 90%');
    await write.done('POST', '/brands/acme/publish', {});
    const [brand] = (await write.done('GET', '/brands/acme/brand.json')).body.brands;
    expect(brand.colors.primary_gradient).toEqual(['#111111', '#ffffff']);
    expect(brand.gradients).toEqual({
      primary_gradient: {
        angle: 90,
        stops: [
          { color: '#111111', at: 0 },
          { color: '#ffffff', at: 0.9 },
        ],
      },
    });
  });

  it('have the contrast of their worst stop', async () => {
    const check = async (color: string, background: string) =>
      (await write.done('GET', `/brand/contrast?${new URLSearchParams({ color, background }).toString()}`))
        .body.data;
    const onGradient = await check('#111111', 'color.primaryGradient');
    expect(onGradient).toMatchObject({
      background: { token: 'color.primaryGradient', hex: '#111111' },
      ratio: 1,
      text: { AA: false },
    });
    // White is readable on the dark stop, and not on the light one.
    expect((await check('#ffffff', 'color.primaryGradient')).ratio).toBe(1);
    expect((await check('color.primaryGradient', '#ffffff')).background.hex).toBe('#ffffff');
    const near = await write.call('GET', '/brand/contrast?color=%23000&background=color.primaryGradiant');
    expect(near.body.error.message).toContain('color.primaryGradient');
    // On pages as well: the pair of the palette is on the gradient.
    const { html } = (await write.done('GET', '/brands/acme/pages/color/html')).body.data;
    expect(html).toContain('1:1 with #111111 (not for text)');
  });
});

describe('descriptions', () => {
  it('are comments in every format, and close nothing', async () => {
    const said = 'For **headlines**: never `';
    for (const format of ['css', 'scss', 'tailwind', 'ts', 'swift', 'android'])
      expect([format, (await text(`format=${format}`)).split(said)]).toEqual([
        format,
        [expect.any(String), expect.any(String)],
      ]);
    expect(JSON.parse(await text('format=json')).color.primary.$description).toContain('headlines');
    const css = postcss.parse(await text('format=css'));
    const comments: string[] = [];
    css.walkComments((comment) => void comments.push(comment.text));
    expect(comments.some((comment) => comment.includes('headlines'))).toBe(true);
    // What has no usage is named.
    expect(comments.some((comment) => comment.includes('Head'))).toBe(true);
    expect(compileString(await text('format=scss')).css).toBe('');
    const { diagnostics = [] } = ts.transpileModule(await text('format=ts'), {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics).toEqual([]);
    const parser = new SaxesParser();
    const wrong: Error[] = [];
    parser.on('error', (error) => wrong.push(error));
    parser.write(await text('format=android')).close();
    expect(wrong).toEqual([]);
  });
});

describe('names', () => {
  it('are different in every format, and in the namespace that they belong to', async () => {
    const { slug } = await makeBrand(marque, place);
    const color = (key: string, value: string) => ({ key, type: 'color', value });
    await write.done('PATCH', `/brand/rules?brand=${slug}`, {
      set: [
        // As families, Tailwind would take these for weights and sizes.
        { key: 'type.weight.bold', type: 'font', value: { family: 'Heavy' } },
        { key: 'type.weightBold', type: 'font', value: { family: 'Heavier' } },
        { key: 'type.bold', type: 'font', value: { family: 'Inter', weight: 700, size: 20 } },
        { key: 'type.size', type: 'font', value: { family: 'Large', size: 40 } },
        { key: 'type.shadow', type: 'font', value: { family: 'Soft', size: 12 } },
        color('color.primary', '#000001'),
        color('color.primary.root', '#000002'),
        color('color.primary.rootToken', '#000003'),
        color('color.primaryRoot', '#000004'),
        color('tokens', '#000005'),
        color('arguments', '#000006'),
      ],
    });
    const of = (format: string) => text(`brand=${slug}&format=${format}`);
    const tailwind = propsOf(await of('tailwind'));
    expect(tailwind.get('--font-weight-bold')).toBe('700');
    expect(tailwind.get('--font-bold')).toBe('"Inter"');
    const families = [...tailwind].filter(([, value]) => value.startsWith('"')).map(([name]) => name);
    expect(families).toHaveLength(5);
    expect(families.filter((name) => !/^--font-(?!weight|size)/.test(name))).toEqual([]);
    expect([...tailwind.keys()].filter((name) => /^--text-(?:shadow|color|indent)/.test(name))).toEqual([]);

    // Tools that leave signs out of names still have one for each.
    const dictionary = new StyleDictionary(
      {
        tokens: JSON.parse(await of('json')),
        log: { warnings: 'disabled', verbosity: 'silent' },
        platforms: { css: { transforms: ['name/kebab'], files: [] } },
      },
      { init: false },
    );
    await dictionary.init();
    const { allTokens } = await dictionary.getPlatformTokens('css');
    const roots = allTokens.filter(({ path }) => path[1] === 'primary').map(({ name }) => name);
    expect(roots).toHaveLength(3);
    expect(new Set(roots).size).toBe(3);

    const source = await of('ts');
    const host = ts.createCompilerHost({});
    const file = host.getSourceFile.bind(host);
    host.getSourceFile = (name, ...rest) =>
      name === 'tokens.ts' ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : file(name, ...rest);
    const program = ts.createProgram(['tokens.ts'], { noEmit: true, strict: true, types: [] }, host);
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
    for (const format of ['css', 'swift', 'android']) {
      const names = [...(await of(format)).matchAll(/(?:^ *|name="|let )(--[\w-]+|\w+)(?::|"| =)/gm)];
      expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
    }
  });
});

describe('selector', () => {
  it('puts a context under it, or for those who prefer a color scheme', async () => {
    const dark = await text(
      `format=css&context=dark&selector=${encodeURIComponent('.dark, [data-theme="dark"]')}`,
    );
    expect(dark).toContain('.dark, [data-theme="dark"] {\n');
    expect(dark).not.toContain(':root');
    expect(propsOf(dark).get('--color-ink')).toBe('#eeeeee');
    for (const asked of [
      'prefers-color-scheme',
      'prefers-color-scheme: dark',
      '@media (prefers-color-scheme: dark)',
    ]) {
      const [media] = postcss
        .parse(await text(`format=css&context=dark&selector=${encodeURIComponent(asked)}`))
        .nodes.filter(({ type }) => type === 'atrule');
      expect(media).toMatchObject({
        name: 'media',
        params: '(prefers-color-scheme: dark)',
        nodes: [{ selector: ':root' }],
      });
    }
    const tailwind = await text('format=tailwind&context=dark&selector=.dark');
    expect(tailwind).not.toContain('@theme');
    expect(propsOf(tailwind).get('--color-ink')).toBe('#eeeeee');
    // Both files together: the context doesn't replace the default.
    const both = `${await text('format=css')}${dark}`;
    const selectors = postcss.parse(both).nodes.flatMap((node) => ('selector' in node ? node.selector : []));
    expect(selectors).toEqual([':root', '.dark, [data-theme="dark"]']);
  });

  it('is refused where it could end the rule, and by formats without selectors', async () => {
    for (const asked of [
      '.a{}',
      '.a } b {',
      '.a;',
      '</style>',
      '.a/*',
      '@import "x"',
      '[a="}"]',
      '.a,,.b',
      '.a >',
      ':not(.a',
      '.a)',
      '\\',
      'prefers-color-scheme: blue',
      ' ',
    ]) {
      expect([asked, cssPlaceOf(asked)]).toEqual([asked, null]);
      const reply = await get(`format=css&selector=${encodeURIComponent(asked)}`);
      expect([asked, reply.status]).toEqual([asked, 400]);
    }
    for (const asked of [
      '.dark',
      '#app .dark > *',
      ':root:not(.light)',
      'html[data-mode=dark]',
      ':host',
      ':is(.a, .b)',
    ])
      expect([asked, cssPlaceOf(asked)]).toEqual([asked, [asked]]);
    const { status, body } = await get('format=swift&selector=.dark');
    expect([status, body.error.detail.issues]).toEqual([
      422,
      [{ path: 'selector', message: expect.stringContaining('css, tailwind') }],
    ]);
  });
});

describe('version', () => {
  it('pins a publish, whatever is published later', async () => {
    const { slug } = await makeBrand(marque, place);
    const publish = async (value: string): Promise<number> => {
      await write.done('PATCH', `/brand/rules?brand=${slug}`, {
        set: [{ key: 'color.ink', type: 'color', value }],
      });
      return (await write.done('POST', `/brands/${slug}/publish`, {})).body.data.version;
    };
    const [first, second] = [await publish('#111111'), await publish('#222222')];
    const css = (version: string | number) => text(`brand=${slug}&format=css&version=${version}`);
    expect(await css(first)).toContain('--color-ink: #111111');
    expect(await css(second)).toContain('--color-ink: #222222');
    expect(await css('live')).toContain('--color-ink: #222222');
    await write.done('PATCH', `/brand/rules?brand=${slug}`, {
      set: [{ key: 'color.ink', value: '#333333' }],
    });
    expect(await css('draft')).toContain('--color-ink: #333333');
    expect(await css(first)).toContain('--color-ink: #111111');
    // A version that readers never saw.
    const draft = await get(`brand=${slug}&version=${second + 1}`);
    expect([draft.status, draft.body.error.message]).toEqual([
      404,
      expect.stringContaining("doesn't exist or wasn't published"),
    ]);
    for (const version of ['0', '-1', '1.5', 'newest', '99999999999', "1' or '1'='1"])
      expect([version, (await get(`brand=${slug}&version=${encodeURIComponent(version)}`)).status]).toEqual([
        version,
        400,
      ]);
    expect((await get(`brand=${slug}&version=${first}`, stranger)).status).toBe(404);
    const tool = await agent.call('export_tokens', { brand: slug, format: 'css', version: String(first) });
    expect(textOf(tool)).toContain('#111111');
  });
});
