// Portals: brands and collections shown to people outside. Passwords are in marque.portal_passwords, access
// requests in marque.portal_requests.
import type { CollectionConfig, Field } from 'payload';
import { panelErrors } from '../src/core/access/panel-errors.ts';
import { accessible, ofWorkspace, somewhere } from '../src/core/access/where.ts';
import { inCurrentWorkspace, inWorkspace, workspaceField } from '../src/core/access/workspace-field.ts';
import { afterPortalChange, guardPortalDelete } from '../src/portals/hooks.ts';
import { accessModeField, slugField } from '../src/sharing/fields.ts';
import { assignsSlug, tellsDeleted } from '../src/sharing/hooks.ts';

/** Written only by the operations on portals, which check the references. */
const ofOperations = {
  access: { create: () => false, update: () => false },
  admin: { condition: () => false, disableListColumn: true },
} as const;

const json = (name: string): Field => ({ name, type: 'json', ...ofOperations });

export const portals: CollectionConfig = {
  slug: 'portals',
  admin: {
    useAsTitle: 'name',
    group: 'Publishing',
    defaultColumns: ['name', 'slug', 'access', 'expiresAt'],
    baseFilter: inCurrentWorkspace,
    hideAPIURL: true,
  },
  defaultSort: 'name',
  lockDocuments: false,
  versions: false,
  access: {
    read: accessible(ofWorkspace(), 'write'),
    update: accessible(ofWorkspace(), 'write'),
    create: somewhere('write'),
    delete: accessible(ofWorkspace(), 'write'),
  },
  hooks: {
    beforeValidate: [inWorkspace('write', 'share')],
    beforeChange: [panelErrors(assignsSlug('portals'))],
    afterChange: [afterPortalChange],
    beforeDelete: [guardPortalDelete],
    afterDelete: [tellsDeleted('portal')],
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    slugField('The last part of its address. Leave empty to generate it from the name'),
    workspaceField,
    { name: 'intro', type: 'textarea', maxLength: 20_000, admin: { description: 'Markdown' } },
    {
      name: 'terms',
      type: 'textarea',
      maxLength: 50_000,
      admin: { description: 'Shown with the downloads. Markdown' },
    },
    {
      name: 'expiresAt',
      type: 'date',
      label: 'Open until',
      admin: {
        position: 'sidebar',
        date: { pickerAppearance: 'dayAndTime' },
        description: 'Leave empty to keep it open',
      },
    },
    {
      name: 'indexed',
      type: 'checkbox',
      defaultValue: false,
      label: 'Allow search engines to list it',
      admin: { position: 'sidebar' },
    },
    accessModeField,
    json('theme'),
    json('brands'),
    json('collections'),
    json('presets'),
    {
      name: 'settings',
      type: 'ui',
      admin: {
        condition: (data) => Boolean(data.id),
        disableListColumn: true,
        components: { Field: 'marque/client-components#PortalSettings' },
      },
    },
    {
      name: 'reach',
      type: 'ui',
      admin: {
        disableListColumn: true,
        components: { Field: 'marque/client-components#WhoCanReach' },
      },
    },
  ],
};
