// Brands: a name and a slug in a workspace. The content of a brand is its rules, pages and theme. One is the
// workspace's default.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/core/access/payload/panel-errors.ts';
import { visibleBrands } from '../src/brands/targets.ts';
import { accessible, somewhere } from '../src/core/access/payload/where.ts';
import {
  panelList,
  inWorkspace,
  privateField,
  productRecord,
  workspaceField,
} from '../src/core/access/payload/workspace-field.ts';
import { afterBrandChange, normalizeBrand } from '../src/brands/hooks.ts';
import { hint, kind, label } from '../src/words/index.ts';

export const brands: CollectionConfig = {
  slug: 'brands',
  labels: kind('records:brand', 'records:brands'),
  ...panelList({
    useAsTitle: 'name',
    ...productRecord('marque/client-components#BrandRecord', '/brands'),
  }),
  access: {
    read: accessible(visibleBrands, 'read'),
    update: accessible(visibleBrands, 'write'),
    create: somewhere('write'),
    // Versions are deleted with the brand, so deleting is an operation of its own.
    delete: () => false,
  },
  indexes: [{ fields: ['workspace', 'slug'], unique: true }],
  hooks: {
    beforeValidate: [inWorkspace('write')],
    beforeChange: [panelErrors(normalizeBrand)],
    afterChange: [afterBrandChange],
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'text', required: true, maxLength: 100 },
    workspaceField,
    {
      name: 'isDefault',
      type: 'checkbox',
      defaultValue: false,
      access: { create: () => false, update: () => false },
      admin: { readOnly: true },
    },
    { ...privateField, label: label('records:private'), admin: { description: hint('records:privateHint') } },
    {
      // Which rule is used for each role. Set by PATCH /api/v1/brands/{slug}/theme, which checks it.
      name: 'theme',
      type: 'json',
      access: { create: () => false, update: () => false },
      admin: { hidden: true },
    },
  ],
};
