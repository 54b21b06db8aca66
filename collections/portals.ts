// Portals: brands and collections shown to people outside. Passwords are in marque.portal_passwords, access
// requests in marque.portal_requests.
import type { CollectionConfig, Field } from 'payload';
import { panelErrors } from '../src/core/access/payload/panel-errors.ts';
import { inWorkspace } from '../src/core/access/payload/workspace-field.ts';
import { afterPortalChange, guardPortalDelete } from '../src/portals/hooks.ts';
import { assignsSlug, tellsDeleted } from '../src/sharing/hooks.ts';
import { accessModeField, namedAndAddressed, shownOutside } from '../src/sharing/shown-outside.ts';
import { hint, kind, label } from '../src/words/index.ts';

/** Written only by the operations on portals, which check the references. */
const ofOperations = {
  access: { create: () => false, update: () => false },
  admin: { condition: () => false, disableListColumn: true },
} as const;

const json = (name: string): Field => ({ name, type: 'json', ...ofOperations });

export const portals: CollectionConfig = {
  ...shownOutside('portals', { list: 'PortalsView', edit: 'PortalView' }),
  labels: kind('records:portal', 'records:portals'),
  hooks: {
    beforeValidate: [inWorkspace('write', 'share')],
    beforeChange: [panelErrors(assignsSlug('portals'))],
    afterChange: [afterPortalChange],
    beforeDelete: [guardPortalDelete],
    afterDelete: [tellsDeleted('portal')],
  },
  fields: [
    ...namedAndAddressed(hint('records:portalSlugHint')),
    { name: 'intro', type: 'textarea', maxLength: 20_000, admin: { description: hint('records:introHint') } },
    {
      name: 'terms',
      type: 'textarea',
      maxLength: 50_000,
      admin: { description: hint('records:termsHint') },
    },
    {
      name: 'expiresAt',
      type: 'date',
      label: label('records:openUntil'),
      admin: {
        position: 'sidebar',
        components: { Field: 'marque/client-components#MomentField' },
        description: hint('records:openUntilHint'),
      },
    },
    {
      name: 'indexed',
      type: 'checkbox',
      defaultValue: false,
      label: label('records:indexed'),
      admin: { position: 'sidebar' },
    },
    accessModeField,
    json('theme'),
    json('brands'),
    json('collections'),
    json('presets'),
  ],
};
