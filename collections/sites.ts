// Sites: addresses that serve deployed builds. Deployments are in marque.deployments, passwords in
// marque.site_passwords.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/core/access/panel-errors.ts';
import { accessible, ofWorkspace, somewhere } from '../src/core/access/where.ts';
import { inCurrentWorkspace, inWorkspace, workspaceField } from '../src/core/access/workspace-field.ts';
import { assignsSlug, tellsDeleted } from '../src/sharing/hooks.ts';
import { afterSiteChange, guardSiteAccess, guardSiteDelete } from '../src/sites/hooks.ts';
import { accessModes } from '../src/sharing/schemas.ts';
import { siteKinds } from '../src/sites/schemas.ts';

const accessModeLabels = {
  public: 'Everyone',
  password: 'Password-protected',
  members: 'Members',
} as const;

export const sites: CollectionConfig = {
  slug: 'sites',
  admin: {
    useAsTitle: 'name',
    group: 'Publishing',
    defaultColumns: ['name', 'slug', 'kind', 'access'],
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
    beforeValidate: [inWorkspace('write')],
    beforeChange: [panelErrors(guardSiteAccess), panelErrors(assignsSlug('sites'))],
    afterChange: [afterSiteChange],
    beforeDelete: [guardSiteDelete],
    afterDelete: [tellsDeleted('site')],
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'slug',
      type: 'text',
      maxLength: 63,
      unique: true,
      admin: { description: 'The first part of its address. Leave empty to generate it from the name' },
    },
    workspaceField,
    {
      name: 'kind',
      type: 'select',
      required: true,
      defaultValue: 'landing',
      options: siteKinds.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
    },
    {
      // Changed by PATCH /api/v1/sites/{id}, which sets the password along with it.
      name: 'access',
      type: 'select',
      required: true,
      defaultValue: 'public',
      options: accessModes.map((value) => ({ value, label: accessModeLabels[value] })),
      access: { create: () => false, update: () => false },
      admin: { condition: () => false },
    },
    {
      name: 'deployments',
      type: 'ui',
      admin: {
        condition: (data) => Boolean(data.id),
        disableListColumn: true,
        components: { Field: 'marque/panel/sites/SiteDeployments#SiteDeployments' },
      },
    },
  ],
};
