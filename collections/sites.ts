// Sites: addresses that serve deployed builds. Deployments are in marque.deployments, passwords in
// marque.site_passwords.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/core/access/panel-errors.ts';
import { accessible, ofWorkspace, somewhere } from '../src/core/access/where.ts';
import { inCurrentWorkspace, inWorkspace, workspaceField } from '../src/core/access/workspace-field.ts';
import { accessModeField, slugField } from '../src/sharing/fields.ts';
import { assignsSlug, tellsDeleted } from '../src/sharing/hooks.ts';
import { afterSiteChange, guardSiteAccess, guardSiteDelete } from '../src/sites/hooks.ts';
import { siteKinds } from '../src/sites/schemas.ts';

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
    slugField('The first part of its address. Leave empty to generate it from the name'),
    workspaceField,
    {
      name: 'kind',
      type: 'select',
      required: true,
      defaultValue: 'landing',
      options: siteKinds.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
    },
    accessModeField,
    {
      name: 'deployments',
      type: 'ui',
      admin: {
        condition: (data) => Boolean(data.id),
        disableListColumn: true,
        components: { Field: 'marque/client-components#SiteDeployments' },
      },
    },
  ],
};
