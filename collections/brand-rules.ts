// Rules of a brand: one design decision each. What each type says is src/brands/rule-types.ts; hooks hold every writer to it.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/access/panel-errors.ts';
import { reaching, somewhere } from '../src/access/where.ts';
import { inCurrentWorkspace, workspaceField } from '../src/access/workspace-field.ts';
import {
  afterPartChange,
  afterPartDelete,
  guardPartDelete,
  inBrand,
  settleRule,
  wrapped,
} from '../src/brands/hooks.ts';
import { ruleTypes } from '../src/brands/schemas.ts';

const set = { disableBulkEdit: true, disableListFilter: true };

export const brandRules: CollectionConfig = {
  slug: 'brand-rules',
  labels: { singular: 'Rule', plural: 'Rules' },
  admin: {
    useAsTitle: 'label',
    // Worked in the brand's own room (/brands/{slug}); Payload's own list and form stay at their address.
    group: false,
    defaultColumns: ['label', 'key', 'context', 'type'],
    baseFilter: inCurrentWorkspace,
    hideAPIURL: true,
  },
  defaultSort: 'position',
  lockDocuments: false,
  versions: false,
  access: {
    read: reaching('brand-rules', 'read'),
    create: somewhere('write'),
    update: reaching('brand-rules', 'write'),
    delete: reaching('brand-rules', 'write'),
  },
  hooks: {
    beforeValidate: [inBrand],
    beforeChange: [panelErrors(settleRule)],
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
    { name: 'key', type: 'text', required: true, maxLength: 120, index: true },
    { name: 'label', type: 'text', maxLength: 200 },
    {
      name: 'context',
      type: 'text',
      maxLength: 100,
      admin: { description: 'Where it holds, such as dark-background; empty: everywhere else' },
    },
    {
      name: 'type',
      type: 'select',
      required: true,
      defaultValue: 'color',
      options: ruleTypes.map((type) => ({ label: type, value: type })),
      access: { update: () => false },
    },
    { name: 'value', type: 'json', admin: set, hooks: wrapped },
    { name: 'spec', type: 'json', defaultValue: {}, admin: set },
    { name: 'usage', type: 'textarea' },
    { name: 'assets', type: 'json', defaultValue: [], admin: set },
    { name: 'position', type: 'number', defaultValue: 0, admin: { hidden: true } },
  ],
};
