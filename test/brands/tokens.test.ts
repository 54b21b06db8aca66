// Design tokens over HTTP: each format is read by its own tool, which must report no problems.
import { afterAll, describe, expect, it } from '@jest/globals';
import { defineConfig, Logger, parse } from '@terrazzo/parser';
import postcss from 'postcss';
import { compileString } from 'sass';
import StyleDictionary from 'style-dictionary';
import ts from 'typescript';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeDefaultBrand } from './brand.ts';

const { marque, place, reader, stranger, write } = await startWithWorkspace();
const brand = await makeDefaultBrand(marque, place, 'Acme */ {co} -->');
await write.done('PATCH', '/brand/rules', {
  set: [
    {
      key: 'color.primary',
      type: 'color',
      value: '#3366ff',
      usage: 'For */ what matters --> {so}.',
      spec: {
        pair: 'color.paper',
        cmyk: [80, 60, 0, 0],
        tints: [20, '#aabbcc'],
        gradient: { angle: 45, stops: [{ color: 'color.ink' }, { color: '#ffffff', at: 90 }] },
      },
    },
    { key: 'color.primary.hover', type: 'color', value: '#2244cc80' },
    { key: 'color.primaryHover', type: 'color', value: '#2244cc' },
    { key: 'color.ink', type: 'color', value: '#111111' },
    { key: 'color.ink', context: 'dark', type: 'color', value: '#eeeeee' },
    { key: 'color.paper', type: 'color', value: '#ffffff' },
    {
      key: 'type.head',
      type: 'font',
      value: { family: 'In"ter {x}', size: '2rem', weight: 700 },
      spec: { lineHeight: 1.1, tracking: -0.02, fallback: ['Arial', 'sans-serif'] },
    },
    { key: 'type.code', type: 'font', value: { family: 'Mo\u0001no &\u2028<co>' } },
    { key: 'default', type: 'color', value: '#445566' },
    { key: 'type.body', type: 'font', value: { family: 'Source Serif', size: '11pt' } },
    { key: 'grid.gap', type: 'number', value: 8, spec: { unit: 'px' } },
    { key: 'grid.share', type: 'number', value: 12.5, spec: { unit: '%' } },
    { key: 'logo.minClearSpace', type: 'number', value: 0.5, spec: { unit: '×' } },
    { key: 'motion.fast', type: 'number', value: 200, spec: { unit: 'ms' } },
    { key: 'voice.tagline', type: 'text', value: 'It\'s {made} "well"\n</script> `${no}`' },
    { key: 'voice.words', type: 'list', value: ['plain', 3] },
  ],
});
const theme = JSON.stringify({ accent: 'color.primary', head: 'type.head', radius: 4 });
await marque.service.db.query('update brands set theme = $2::jsonb where id = $1', [brand, theme]);
afterAll(() => marque.close());

const get = (query = '', as: { key: string } = reader) =>
  marque.call('GET', `/api/v1/brand/tokens${query}`, { as });
const text = async (query: string): Promise<string> => {
  const reply = await get(query);
  expect([query, reply.status]).toEqual([query, 200]);
  return reply.bytes.toString();
};

describe('the json format', () => {
  it('is read by Terrazzo without errors, typed, with its aliases', async () => {
    for (const query of ['', '?context=dark']) {
      const logger = new Logger({ level: 'silent' });
      const cwd = new URL(import.meta.url);
      const { tokens } = await parse([{ filename: cwd, src: await text(query) }], {
        config: defineConfig({ lint: { rules: {} } }, { cwd, logger }),
        logger,
      });
      expect(logger.stats()).toMatchObject({ errorCount: 0, warnCount: 0 });
      expect(Object.fromEntries(Object.entries(tokens).map(([id, { $type }]) => [id, $type]))).toMatchObject({
        'color.primary': 'color',
        'color.primary.hover': 'color',
        'color.primaryGradient': 'gradient',
        'color.primaryTint20': 'color',
        'type.head': 'typography',
        'type.head.family': 'fontFamily',
        'type.head.weight': 'fontWeight',
        'type.body.size': 'dimension',
        'grid.gap': 'dimension',
        'logo.minClearSpace': 'number',
        'motion.fast': 'duration',
        'theme.radius': 'dimension',
      });
      expect(tokens['theme.accent']?.aliasOf).toBe('color.primary');
      expect(tokens['color.primaryPair']?.aliasOf).toBe('color.paper');
    }
  });

  it('is read by Style Dictionary without errors', async () => {
    const dictionary = new StyleDictionary(
      {
        tokens: JSON.parse(await text('')),
        log: { warnings: 'error', verbosity: 'silent', errors: { brokenReferences: 'throw' } },
        // Its own names would be the same for color.primary.hover and color.primaryHover.
        hooks: { transforms: { path: { type: 'name', transform: ({ path }) => path.join('.') } } },
        platforms: {
          js: { transforms: ['path'], files: [{ destination: 'x.json', format: 'json/nested' }] },
        },
      },
      { init: false },
    );
    await dictionary.init();
    const [file] = await dictionary.formatPlatform('js');
    expect(JSON.parse(String(file?.output)).theme.accent).toMatchObject({ hex: '#3366ff' });
    expect(dictionary.allTokens.length).toBeGreaterThan(20);
  });

  it('contains the rules; texts, which the format has no type for, are left out', async () => {
    const { color, grid, type, voice } = JSON.parse(await text(''));
    expect(color.primary.hover.$value).toEqual({
      colorSpace: 'srgb',
      components: [0.133333, 0.266667, 0.8],
      alpha: 0.501961,
      hex: '#2244cc',
    });
    expect(color.primaryGradient.$value[0]).toEqual({ color: '{color.ink}', position: 0 });
    expect(color.primaryTint20.$value.hex).toBe('#d6e0ff');
    expect(color.primary.$root.$extensions.marque.spec.cmyk).toEqual([80, 60, 0, 0]);
    expect(type.head.$root.$value.letterSpacing).toEqual({ value: -0.04, unit: 'rem' });
    expect(type.body.size.$value).toEqual({ value: 14.666667, unit: 'px' });
    expect(type.body.$root).toBeUndefined();
    expect(grid.share).toMatchObject({ $type: 'number', $value: 12.5 });
    expect(voice).toBeUndefined();
  });
});

describe('the code formats', () => {
  const cssOf = async (query: string) => {
    const found: Record<string, string> = {};
    postcss.parse(await text(query)).walkDecls(({ prop, value }) => {
      expect(found[prop]).toBeUndefined();
      found[prop] = value;
    });
    return found;
  };

  it('include css that PostCSS reads; aliases stay var()', async () => {
    const found = await cssOf('?format=css');
    expect(found).toMatchObject({
      '--color-primary': '#3366ff',
      '--color-primary-hover': '#2244cc80',
      '--color-primary-hover-2': '#2244cc',
      '--color-primary-gradient': 'linear-gradient(45deg, var(--color-ink) 0%, #ffffff 90%)',
      '--type-head-family': '"Inter x", "Arial", sans-serif',
      '--type-head-letter-spacing': '-0.02em',
      '--type-code-family': '"Mo no & \\3c co>"',
      '--grid-share': '12.5%',
      '--motion-fast': '200ms',
      '--theme-accent': 'var(--color-primary)',
    });
    expect((await cssOf('?format=css&context=dark'))['--color-ink']).toBe('#eeeeee');
  });

  it("include tailwind that PostCSS reads, in Tailwind's namespaces", async () => {
    expect(await cssOf('?format=tailwind')).toMatchObject({
      '--color-primary': '#3366ff',
      '--font-head': '"Inter x", "Arial", sans-serif',
      '--text-head': '2rem',
      '--font-weight-head': '700',
      '--leading-head': '1.1',
      '--spacing-grid-gap': '8px',
      '--radius-theme': '4px',
      '--color-theme-accent': 'var(--color-primary)',
    });
  });

  it('include scss that Sass compiles, each variable before it is used', async () => {
    const { css } = compileString(
      `${await text('?format=scss')} a { color: $theme-accent; font: $theme-head }`,
    );
    expect(css).toContain('color: #3366ff');
    expect(css).toContain('font: "Inter x", "Arial", sans-serif');
  });

  it('include ts that compiles and contains every text unchanged', async () => {
    const source = await text('?format=ts');
    const { diagnostics = [], outputText } = ts.transpileModule(source, {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    expect(diagnostics).toEqual([]);
    const host = ts.createCompilerHost({});
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (name, ...rest) =>
      name === 'tokens.ts' ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : read(name, ...rest);
    const program = ts.createProgram(['tokens.ts'], { noEmit: true, strict: true, types: [] }, host);
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
    const { tokens } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
    expect(tokens['voice.tagline']).toBe('It\'s {made} "well"\n</script> `${no}`');
    expect(tokens['theme.accent']).toBe('#3366ff');
    expect(tokens['voice.words']).toEqual(['plain', 3]);
  });

  const amount = String.raw`-?\d+(?:\.\d+)?(?:e[+-]\d+)?`;
  /** Lines that match none of the forms. */
  const strange = (source: string, forms: string[]) => {
    const form = new RegExp(`^(?:${forms.join('|')})$`, 'u');
    return source.split('\n').filter((line) => !form.test(line));
  };

  it('include swift in a strict subset of the language, with each color named once', async () => {
    const swift = await text('?format=swift');
    const values = [
      String.raw`Color\(\.sRGB, red: N, green: N, blue: N, opacity: N\)`,
      String.raw`(?:CGFloat|Double)\(N\)`,
      String.raw`Int\(\d+\)`,
      String.raw`"[^"\\\p{Cc}\u2028\u2029]*"`,
      String.raw`LinearGradient\(stops: \[(?:Gradient\.Stop\(color: Color\(\.sRGB, red: N, green: N, blue: N, opacity: N\), location: N\)(?:, )?)+\], startPoint: UnitPoint\(x: N, y: N\), endPoint: UnitPoint\(x: N, y: N\)\)`,
    ].map((form) => form.replaceAll('N', amount));
    const forms = [
      '',
      '//.*',
      'import SwiftUI',
      String.raw`public enum BrandTokens \{`,
      `    public static let [a-z][A-Za-z0-9]* = (?:${values.join('|')})(?: // [^\\p{Cc}\\u2028\\u2029{}]*)?`,
      String.raw`\}`,
    ];
    expect(strange(swift, forms)).toEqual([]);
    expect(swift).toContain(
      'public static let colorPrimaryHover = Color(.sRGB, red: 0.133333, green: 0.266667, blue: 0.8, opacity: 0.501961)',
    );
    expect(swift).toContain('static let defaultToken = Color(');
    expect(swift).toContain('static let typeCodeFamily = "Mo no & <co>"');
    const names = [...swift.matchAll(/static let (\w+) = /g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(swift.match(/[{}]/g)).toHaveLength(2);
  });

  it('include android XML with names that Java accepts, each once', async () => {
    const android = await text('?format=android');
    const name = 'name="[a-z][a-z0-9_]*"';
    const said = String.raw`(?:<!-- (?:(?!--)[^\p{Cc}\ufffe\uffff])*-->)?`;
    const words = String.raw`(?:[^<>&"'\\\p{Cc}\ufffe\uffff]|\\[\\"'@?]|&(?:amp|lt|gt);)*`;
    const forms = [
      '',
      String.raw`<\?xml version="1\.0" encoding="UTF-8"\?>`,
      '<!--',
      '-->',
      '<resources>',
      `  <color ${name}>(?:#(?:[0-9a-f]{6}|[0-9a-f]{8})|@color/[a-z][a-z0-9_]*)</color>${said}`,
      `  <dimen ${name}>${amount}(?:dp|sp)</dimen>${said}`,
      String.raw`  <integer ${name}>-?\d+</integer>${said}`,
      `  <item format="float" type="dimen" ${name}>${amount}</item>${said}`,
      `  <array ${name}>`,
      `    <item>(?:#(?:[0-9a-f]{6}|[0-9a-f]{8})|@color/[a-z][a-z0-9_]*|${amount})</item>`,
      '  </array>',
      `  <string ${name}>(?:@string/[a-z][a-z0-9_]*|${words})</string>${said}`,
      '</resources>',
    ];
    // The text of a comment may be nearly anything: outside of comments a line starts with a tag.
    const [, comment = ''] = /<!--\n(.*)\n-->/.exec(android) ?? [];
    expect(strange(android.replace(comment, ''), forms)).toEqual([]);
    expect(comment).toMatch(/^(?:(?!--)[^\p{Cc}\ufffe\uffff])+$/u);
    expect(android).toContain('<color name="default_token">#445566</color>');
    expect(android).toContain('<string name="type_code_family">Mo no &amp; &lt;co&gt;</string>');
    expect(android).toContain('<color name="color_primary_hover">#802244cc</color>');
    expect(android).toContain('<color name="theme_accent">@color/color_primary</color>');
    expect(android).toContain('<dimen name="type_head_size">32sp</dimen>');
    expect(android).toContain('<item format="float" type="dimen" name="logo_min_clear_space">0.5</item>');
    const names = [...android.matchAll(/ name="(\w+)"/g)].map(([, found]) => found);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the tokens', () => {
  it('live is the published version; draft is the current state', async () => {
    expect((await get('?version=live')).status).toBe(404);
    await marque.service.db.query(
      `update marque.brand_versions set published_at = now(), published_by = 'x' where brand_id = $1`,
      [brand],
    );
    const at = '/brand/rules';
    await write.done('PATCH', at, { set: [{ key: 'color.ink', value: '#222222' }] });
    expect(await text('?format=css&version=live')).toContain('--color-ink: #111111');
    expect(await text('?format=css')).toContain('--color-ink: #222222');
  });

  it('are the same bytes for the same brand, with a file name', async () => {
    const [one, other] = [await get('?format=css&context=dark'), await get('?format=css&context=dark')];
    expect(one.bytes.equals(other.bytes)).toBe(true);
    expect(one.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(one.headers.get('content-disposition')).toBe('inline; filename="acme-dark.css"');
    expect((await get()).headers.get('content-type')).toBe('application/json');
  });

  it('exist for a brand without rules too', async () => {
    await marque.payload.create({
      collection: 'brands',
      data: { name: 'Empty', slug: 'empty', workspace: place.workspaceId },
    });
    for (const format of ['json', 'css', 'scss', 'tailwind', 'ts', 'swift', 'android'])
      expect(await text(`?brand=empty&format=${format}`)).toContain('adius');
  });

  it('are for readers only', async () => {
    expect((await get('?brand=acme', stranger)).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/brand/tokens')).status).toBe(401);
    const wrong = await get('?format=latin');
    expect([wrong.status, wrong.body.error.detail.issues[0].path]).toEqual([400, 'format']);
    expect((await get('?version=newest')).status).toBe(400);
  });
});
