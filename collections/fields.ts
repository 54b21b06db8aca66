// Custom field definitions of a workspace.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/core/access/payload/panel-errors.ts';
import { accessible, ofWorkspace, somewhere } from '../src/core/access/payload/where.ts';
import {
  inWorkspace,
  panelList,
  productList,
  workspaceField,
} from '../src/core/access/payload/workspace-field.ts';
import { afterFieldChange, normalizeField } from '../src/fields/hooks.ts';
import { fieldKinds } from '../src/fields/types.ts';
import { kind } from '../src/words/index.ts';

export const fields: CollectionConfig = {
  slug: 'fields',
  labels: kind('records:field', 'records:fields'),
  ...panelList({
    useAsTitle: 'label',
    ...productList('marque/client-components#Fields', '/collections/fields'),
  }),
  access: {
    read: accessible(ofWorkspace({ readInside: true }), 'read'),
    update: accessible(ofWorkspace({ readInside: true }), 'write'),
    create: somewhere('write'),
    // Deleting a field deletes its values everywhere, so it's an operation (delete_field).
    delete: () => false,
  },
  indexes: [{ fields: ['workspace', 'key'], unique: true }],
  hooks: {
    beforeValidate: [inWorkspace('write', 'setup')],
    beforeChange: [panelErrors(normalizeField)],
    afterChange: [afterFieldChange],
  },
  fields: [
    { name: 'label', type: 'text', required: true, maxLength: 100 },
    {
      name: 'key',
      type: 'text',
      required: true,
      maxLength: 40,
      access: { update: () => false },
      validate: (value: unknown) =>
        (typeof value === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(value)) ||
        'Use a lowercase letter, then lowercase letters, digits or underscores.',
    },
    {
      name: 'type',
      // Plugins add types, so this is text: the service validates it, not a database enum.
      type: 'text',
      required: true,
      defaultValue: 'text',
      access: { update: () => false },
    },
    {
      // The kind of a plugin's type, kept in case the plugin is removed.
      name: 'kind',
      type: 'select',
      options: [...fieldKinds],
      access: { create: () => false, update: () => false },
      admin: { hidden: true, disableListColumn: true, disableListFilter: true },
    },
    {
      name: 'options',
      type: 'json',
      defaultValue: [],
    },
    {
      name: 'required',
      type: 'checkbox',
      defaultValue: false,
    },
    {
      // Its values in other languages than the default are texts of the asset (src/assets/languages).
      name: 'translated',
      type: 'checkbox',
      defaultValue: false,
    },
    workspaceField,
  ],
};
