// Brands: a name and a place in a workspace. One is the workspace's default.
import type { CollectionConfig } from 'payload';
import { reaching, somewhere } from '../src/access/where.ts';
import { inCurrentWorkspace, inWorkspace, workspaceField } from '../src/access/workspace-field.ts';

export const brands: CollectionConfig = {
  slug: 'brands',
  admin: {
    useAsTitle: 'name',
    group: 'Brand',
    defaultColumns: ['name', 'slug', 'isDefault'],
    baseFilter: inCurrentWorkspace,
    hideAPIURL: true,
  },
  lockDocuments: false,
  versions: false,
  access: {
    read: reaching('brands', 'read'),
    update: reaching('brands', 'write'),
    create: somewhere('write'),
    delete: () => false,
  },
  indexes: [{ fields: ['workspace', 'slug'], unique: true }],
  hooks: { beforeValidate: [inWorkspace('write')] },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'text', required: true, maxLength: 100 },
    workspaceField,
    { name: 'isDefault', type: 'checkbox', defaultValue: false, admin: { readOnly: true } },
    { name: 'private', type: 'checkbox', defaultValue: false },
  ],
};
