// Rules of a brand: one design decision each. src/brands/rules/rule-types.ts defines the types; hooks enforce
// them for every writer.
import type { CollectionConfig } from 'payload';
import { normalizeRule, wrapped } from '../src/brands/rules/rule-hooks.ts';
import { partOfBrand, whole } from '../src/brands/part-of-brand.ts';
import { ruleTypes } from '../src/brands/rules/schemas.ts';
import { hint, kind } from '../src/words/index.ts';

export const brandRules: CollectionConfig = {
  ...partOfBrand({
    slug: 'brand-rules',
    labels: kind('records:rule', 'records:rules'),
    useAsTitle: 'label',
    normalize: normalizeRule,
    fields: [
      { name: 'key', type: 'text', required: true, maxLength: 120, index: true },
      { name: 'label', type: 'text', maxLength: 200 },
      {
        name: 'context',
        type: 'text',
        maxLength: 100,
        admin: { description: hint('records:contextHint') },
      },
      {
        name: 'type',
        type: 'select',
        required: true,
        defaultValue: 'color',
        options: ruleTypes.map((type) => ({ label: type, value: type })),
        access: { update: () => false },
      },
      { name: 'value', type: 'json', admin: whole, hooks: wrapped },
      { name: 'spec', type: 'json', defaultValue: {}, admin: whole },
      { name: 'usage', type: 'textarea' },
      { name: 'assets', type: 'json', defaultValue: [], admin: whole },
      { name: 'position', type: 'number', defaultValue: 0, admin: { hidden: true } },
    ],
  }),
};
