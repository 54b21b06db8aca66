// Sites: addresses that serve deployed builds. Deployments are in marque.deployments, passwords in
// marque.site_passwords.
import type { CollectionConfig } from 'payload';
import { panelErrors } from '../src/core/access/payload/panel-errors.ts';
import { choiceField, inWorkspace } from '../src/core/access/payload/workspace-field.ts';
import { assignsSlug, tellsDeleted } from '../src/sharing/hooks.ts';
import { accessModeField, namedAndAddressed, shownOutside } from '../src/sharing/shown-outside.ts';
import { afterSiteChange, guardSiteAccess, guardSiteDelete } from '../src/sites/hooks.ts';
import { siteKinds } from '../src/sites/schemas.ts';
import { hint, kind } from '../src/words/index.ts';

export const sites: CollectionConfig = {
  ...shownOutside('sites', { list: 'SitesView', edit: 'SiteView' }),
  labels: kind('records:site', 'records:sites'),
  hooks: {
    beforeValidate: [inWorkspace('write')],
    beforeChange: [panelErrors(guardSiteAccess), panelErrors(assignsSlug('sites'))],
    afterChange: [afterSiteChange],
    beforeDelete: [guardSiteDelete],
    afterDelete: [tellsDeleted('site')],
  },
  fields: [
    ...namedAndAddressed(hint('records:siteSlugHint')),
    {
      name: 'kind',
      type: 'select',
      required: true,
      defaultValue: 'landing',
      options: siteKinds.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
      admin: { components: { Field: choiceField } },
    },
    accessModeField,
  ],
};
