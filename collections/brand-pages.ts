// Pages of a brand: how its rules are laid out for people. Sections are one value; what each template takes is src/brands/templates.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/access/panel-errors.ts';
import { reaching, somewhere } from '../src/access/where.ts';
import { inCurrentWorkspace, workspaceField } from '../src/access/workspace-field.ts';
import {
  afterPartChange,
  afterPartDelete,
  guardPartDelete,
  inBrand,
  settlePage,
} from '../src/brands/hooks.ts';
import { audiences, layouts } from '../src/brands/schemas.ts';

const set = { disableBulkEdit: true, disableListFilter: true };
const options = (values: readonly string[]) => values.map((value) => ({ label: value, value }));

export const brandPages: CollectionConfig = {
  slug: 'brand-pages',
  labels: { singular: 'Page', plural: 'Pages' },
  admin: {
    useAsTitle: 'title',
    // Worked in the brand's own room (/brands/{slug}); Payload's own list and form stay at their address.
    group: false,
    defaultColumns: ['title', 'slug', 'audience', 'hidden'],
    baseFilter: inCurrentWorkspace,
    hideAPIURL: true,
  },
  defaultSort: 'position',
  lockDocuments: false,
  versions: false,
  access: {
    read: reaching('brand-pages', 'read'),
    create: somewhere('write'),
    update: reaching('brand-pages', 'write'),
    delete: reaching('brand-pages', 'write'),
  },
  indexes: [{ fields: ['brand', 'slug'], unique: true }],
  hooks: {
    beforeValidate: [inBrand],
    beforeChange: [panelErrors(settlePage)],
    afterChange: [afterPartChange],
    beforeDelete: [guardPartDelete],
    afterDelete: [afterPartDelete],
  },
  fields: [
    {
      name: 'brand',
      type: 'relationship',
      relationTo: 'brands',
      required: true,
      index: true,
      access: { update: () => false },
    },
    workspaceField,
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'text', required: true, maxLength: 100 },
    { name: 'parent', type: 'relationship', relationTo: 'brand-pages', index: true },
    { name: 'position', type: 'number', defaultValue: 0, admin: { hidden: true } },
    { name: 'hidden', type: 'checkbox', defaultValue: false },
    { name: 'eyebrow', type: 'text', maxLength: 200 },
    { name: 'lede', type: 'textarea' },
    { name: 'cover', type: 'text', admin: { description: 'Id of an asset' } },
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
    { name: 'aliases', type: 'json', defaultValue: [], admin: set },
    { name: 'sections', type: 'json', defaultValue: [], admin: set },
  ],
};
