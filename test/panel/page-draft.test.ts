// A section that is put into another template in the panel: what that one refuses is left out, so that the page can be saved.
import { describe, expect, it } from '@jest/globals';
import { normalizeSection } from '../../src/brands/pages/pages.ts';
import type { SectionInput } from '../../src/brands/pages/schemas.ts';
import { templates } from '../../src/brands/pages/templates/index.ts';
import type { RuleState } from '../../src/brands/publishing/state.ts';
import type { Rule } from '../../src/brands/rules/schemas.ts';
import {
  newSection,
  withTemplate,
  type Section,
  type Template,
} from '../../src/panel/brands/pages/page-draft.ts';

const asset = '00000000-0000-4000-8000-000000000001';
const rule = (key: string, type: string, value: unknown, context: string | null = null, assets = [{}]) =>
  ({ key, type, value, context, assets, label: key, spec: {}, usage: null }) as unknown as Rule & RuleState;
const rules = [
  rule('color.ink', 'color', '#111111', null, []),
  rule('type.body', 'font', { family: 'Inter' }, null, []),
  rule('voice.claim', 'text', 'Made well.', null, []),
  rule('logo.main', 'text', 'Ours', null, []),
  rule('logo.main', 'text', 'Ours', 'dark'),
];
const asTemplate = ({ name, keys, items }: ReturnType<typeof templates>[number]): Template =>
  ({
    name,
    keys: keys && { types: [...keys.types], files: keys.files ?? false },
    items: items && { may: [...items.may], must: [...items.must], kinds: [...(items.kinds ?? [])] },
  }) as Template;
const all = templates().map(asTemplate);
const named = (name: string): Template => all.find((one) => one.name === name) as Template;

const section = (name: string, more: Partial<Section>): Section => ({ ...newSection(named(name)), ...more });
const full = (name: string): Section =>
  section(name, {
    keys: ['color.ink', 'type.body', 'voice.claim', 'logo.main', 'color.later'],
    items: [
      { title: 'All', body: 'Words', href: 'voice', asset, rendition: 'w_100', kind: 'do' },
      { title: 'A title', kind: 'never' },
      { title: '', body: 'Only words' },
      { asset },
    ],
  });

describe('a section in another template', () => {
  it.each(all.map((template) => [template.name, template] as const))(
    'is one that %s takes',
    (_, template) => {
      const after = withTemplate(full('text'), template, rules);
      const { issues } = normalizeSection(after as SectionInput, after.id, rules);
      expect(issues.filter(({ path }) => /^(keys|items)/.test(path))).toEqual([]);
    },
  );

  it('keeps the keys of rules that fit, and those that have no rule yet', () => {
    expect(withTemplate(full('text'), named('palette'), rules).keys).toEqual(['color.ink', 'color.later']);
    // One that has files in any context has files.
    expect(withTemplate(full('text'), named('logos'), rules).keys).toEqual(['logo.main', 'color.later']);
    expect(withTemplate(full('text'), named('faq'), rules).keys).toEqual([]);
  });

  it('keeps the items that have what they need', () => {
    expect(withTemplate(full('text'), named('dodont'), rules).items).toEqual([
      { title: 'All', body: 'Words', asset, rendition: 'w_100', kind: 'do' },
    ]);
    expect(withTemplate(full('text'), named('palette'), rules)).not.toHaveProperty('items');
    expect(withTemplate(section('text', {}), named('dodont'), rules)).not.toHaveProperty('items');
  });
});
