// Templates: each accepts its own example, describes its props, and renders on the server, readable and
// without injection.
import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { htmlOf } from '../../../src/brands/pages/prose.ts';
import { normalizeSection } from '../../../src/brands/pages/pages.ts';
import { SectionInput } from '../../../src/brands/pages/schemas.ts';
import type { Rule } from '../../../src/brands/rules/schemas.ts';
import type { RuleState } from '../../../src/brands/publishing/state.ts';
import type { Surroundings } from '../../../src/brands/pages/templates/contract.ts';
import { templates } from '../../../src/brands/pages/templates/index.ts';
import { Section } from '../../../src/brands/pages/templates/section.tsx';

const asset = {
  id: '6f1d7c1e-1111-4111-8111-111111111111',
  url: '/a/6f1d7c1e-1111-4111-8111-111111111111',
  title: 'A <picture>',
  filename: 'picture.png',
  mime: 'image/png',
  width: 40,
  height: 30,
};
const ruleOf = (key: string, type: Rule['type'], value: Rule['value'], rest: Partial<Rule> = {}): Rule => ({
  id: key,
  brand: 'acme',
  key,
  label: `Label of ${key}`,
  context: null,
  type,
  value,
  spec: {},
  usage: `Use of ${key} <script>alert(1)</script>`,
  assets: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...rest,
});
const file = [
  { id: asset.id, rendition: null, title: null, filename: 'x.png', mime: 'image/png', width: 1, height: 1 },
];
const rules: Rule[] = [
  ruleOf('color.primary', 'color', '#336699', {
    spec: {
      cmyk: [1, 2, 3, 4],
      tints: [50, '#aabbcc'],
      gradient: { stops: [{ color: 'color.ink' }, { color: '#ffffff' }] },
      pair: 'color.ink',
    },
  }),
  ruleOf('color.ink', 'color', '#111111'),
  ruleOf('color.veil', 'color', '#33669980', { spec: { tints: [50] } }),
  ruleOf('voice.tone', 'text', 'Plain.'),
  ruleOf('voice.promise', 'text', 'Made well.'),
  ruleOf('voice.boilerplate', 'text', 'Acme makes things.'),
  ruleOf(
    'type.head',
    'font',
    { family: 'In"ter', size: 32, weight: 700 },
    {
      spec: {
        case: 'upper',
        tracking: -0.01,
        fallback: ['Arial', 'sans-serif'],
        source: 'https://rsms.me/inter',
      },
    },
  ),
  ruleOf('type.body', 'font', { family: 'Inter' }),
  ruleOf('logo.primary', 'text', 'Ours', { assets: file }),
  ruleOf('logo.inverse', 'text', 'Ours, light', { assets: file }),
  ruleOf('photo.portrait', 'text', 'Faces', { assets: file }),
  ruleOf('logo.minClearSpace', 'number', 0.5, { spec: { unit: '×', of: 'x' } }),
  ruleOf('grid.gap', 'number', 8),
];
const around: Surroundings = {
  brand: { slug: 'acme', name: 'Acme' },
  page: 'start',
  pages: [
    { slug: 'start', title: 'Start', parent: null, lede: null, url: '/p/start' },
    { slug: 'color', title: 'Color', parent: 'start', lede: 'All of them', url: '/p/color' },
  ],
  asset: () => asset,
  collection: () => [asset],
  updates: [
    {
      version: 3,
      publishedAt: '2026-01-01T00:00:00.000Z',
      note: 'New **colors**',
      summary: '2 rules changed',
    },
  ],
};

const states = rules as unknown as RuleState[];
const draw = (section: Record<string, unknown>): string => {
  const normalized = normalizeSection(SectionInput.parse(section), 'one', states);
  expect(normalized.issues).toEqual([]);
  return renderToStaticMarkup(
    <Section
      section={normalized.section}
      rules={new Map(rules.map((rule) => [rule.key, rule]))}
      around={around}
    />,
  );
};

describe.each(templates().map((template) => [template.name, template] as const))('%s', (name, template) => {
  it('accepts its own example and shows its references', () => {
    const html = draw(template.example);
    expect(html).toContain(`data-template="${name}"`);
    const {
      title,
      keys = [],
      items = [],
    } = template.example as { title?: string; keys?: string[]; items?: { title?: string }[] };
    if (title) expect(html).toContain(title.replaceAll("'", '&#x27;'));
    // A picture's alternative text contains the name of its rule, a statement's text its own.
    for (const key of keys)
      expect(html).toMatch(new RegExp(`Label of ${key.replaceAll('.', '\\.')}|Made well`));
    for (const item of items) if (item.title) expect(html).toContain(item.title.replaceAll("'", '&#x27;'));
  });

  it('describes its props as JSON Schema and refuses others', () => {
    const schema = z.toJSONSchema(template.props, { io: 'input', unrepresentable: 'any' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(template.props.safeParse({ noSuchProp: 1 }).success).toBe(false);
    expect(template.description).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('escapes everything that people write', () => {
    const html = draw({
      ...template.example,
      ...(template.keys ? { keys: template.example.keys } : {}),
      title: '<img src=x onerror=alert(1)>',
      body: '<script>alert(1)</script> [x](javascript:alert(1)) ![](https://elsewhere.example/track.png)',
    });
    expect(html).not.toMatch(/<script|<img src=x|href="javascript|elsewhere\.example/);
  });
});

it('a tint of a translucent color is made of what that color is on white, as in tokens', () => {
  expect(draw({ template: 'palette', keys: ['color.veil'] })).toContain('background:#ccd9e6');
});

describe('text in Markdown', () => {
  const links = {
    page: (slug: string) => (slug === 'color' ? '/p/color' : null),
    asset: (id: string) => `/a/${id}`,
  };
  it('links to pages by slug, shows assets by id, and nothing else', () => {
    expect(htmlOf('[a](color#red) [b](nowhere) [c](https://example.com)', links)).toBe(
      '<p><a href="/p/color#red">a</a> <a>b</a> <a href="https://example.com" rel="noopener noreferrer">c</a></p>\n',
    );
    expect(htmlOf(`![Ours](${asset.id})`, links)).toBe(
      `<p><img src="/a/${asset.id}" alt="Ours" loading="lazy"></p>\n`,
    );
    expect(htmlOf('![Theirs](https://example.com/x.png)', links)).toBe('<p>Theirs</p>\n');
    expect(htmlOf('<b onclick="x">bold</b>', links)).toBe(
      '<p>&lt;b onclick=&quot;x&quot;&gt;bold&lt;/b&gt;</p>\n',
    );
  });
});
