// Pages of a brand: how its rules are presented to people. Sections are one json value;
// src/brands/pages/templates defines what each template accepts.
import type { CollectionConfig } from 'payload';
import { normalizePage } from '../src/brands/pages/page-hooks.ts';
import { partOfBrand, whole } from '../src/brands/part-of-brand.ts';
import { audiences, layouts } from '../src/brands/pages/schemas.ts';
import { hint, kind } from '../src/words/index.ts';

const options = (values: readonly string[]) => values.map((value) => ({ label: value, value }));

export const brandPages: CollectionConfig = {
  ...partOfBrand({
    slug: 'brand-pages',
    labels: kind('records:page', 'records:pages'),
    useAsTitle: 'title',
    normalize: normalizePage,
    fields: [
      { name: 'title', type: 'text', required: true, maxLength: 200 },
      { name: 'slug', type: 'text', required: true, maxLength: 100 },
      { name: 'parent', type: 'relationship', relationTo: 'brand-pages', index: true },
      { name: 'position', type: 'number', defaultValue: 0, admin: { hidden: true } },
      { name: 'hidden', type: 'checkbox', defaultValue: false },
      { name: 'eyebrow', type: 'text', maxLength: 200 },
      { name: 'lede', type: 'textarea' },
      { name: 'cover', type: 'text', admin: { description: hint('records:coverHint') } },
      { name: 'icon', type: 'text', maxLength: 40 },
      {
        name: 'audience',
        type: 'select',
        required: true,
        defaultValue: 'everyone',
        options: options(audiences),
      },
      { name: 'tabs', type: 'checkbox', defaultValue: false },
      { name: 'layout', type: 'select', required: true, defaultValue: 'book', options: options(layouts) },
      { name: 'aliases', type: 'json', defaultValue: [], admin: whole },
      { name: 'sections', type: 'json', defaultValue: [], admin: whole },
    ],
  }),
  indexes: [{ fields: ['brand', 'slug'], unique: true }],
};
