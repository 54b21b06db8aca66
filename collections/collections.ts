// Collections: groups of assets with values that members inherit. Membership is stored in marque.collection_assets.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/core/access/payload/panel-errors.ts';
import { visibleCollections } from '../src/assets/targets.ts';
import { accessible, somewhere } from '../src/core/access/payload/where.ts';
import {
  panelList,
  inWorkspace,
  privateField,
  workspaceField,
} from '../src/core/access/payload/workspace-field.ts';
import {
  afterCollectionChange,
  afterCollectionDelete,
  guardCollectionDelete,
  normalizeCollection,
} from '../src/assets/collections/collection-hooks.ts';
import { hint, kind, label } from '../src/words/index.ts';

export const collections: CollectionConfig = {
  slug: 'collections',
  labels: kind('records:collection', 'records:collections'),
  ...panelList({
    useAsTitle: 'name',
    group: 'Library',
    defaultColumns: ['name', 'private', 'updatedAt'],
    components: {
      views: {
        list: { Component: 'marque/client-components#CollectionsView' },
        edit: { root: { Component: 'marque/client-components#CollectionView' } },
      },
    },
  }),
  access: {
    read: accessible(visibleCollections, 'read'),
    update: accessible(visibleCollections, 'write'),
    create: somewhere('write'),
    delete: accessible(visibleCollections, 'write'),
  },
  hooks: {
    beforeValidate: [inWorkspace('write')],
    beforeChange: [panelErrors(normalizeCollection)],
    afterChange: [afterCollectionChange],
    beforeDelete: [guardCollectionDelete],
    afterDelete: [afterCollectionDelete],
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, index: true },
    { name: 'icon', type: 'text', maxLength: 40 },
    { name: 'description', type: 'textarea', maxLength: 2000 },
    {
      // One of its assets, which only the operation checks.
      name: 'cover',
      type: 'relationship',
      relationTo: 'assets',
      access: { create: () => false, update: () => false },
      admin: { hidden: true },
    },
    {
      // The collection it is in, whose grants, privacy and field values reach it. Only the operations check it.
      name: 'parent',
      type: 'relationship',
      relationTo: 'collections',
      index: true,
      access: { create: () => false, update: () => false },
      admin: { hidden: true },
    },
    workspaceField,
    {
      name: 'fields',
      type: 'json',
      admin: {
        disableBulkEdit: true,
        disableListColumn: true,
        disableListFilter: true,
      },
    },
    { ...privateField, label: label('records:private'), admin: { description: hint('records:privateHint') } },
    {
      // Private itself, or in a private one: kept by a trigger, so that lists can filter on it.
      name: 'effectivePrivate',
      type: 'checkbox',
      defaultValue: false,
      access: { create: () => false, update: () => false },
      admin: { hidden: true },
    },
  ],
};
