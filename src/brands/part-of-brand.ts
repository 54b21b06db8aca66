// What the Payload collections of rules and pages share: parts of a brand, with its access, and the same
// checks through every transport.
import type { CollectionBeforeChangeHook, CollectionConfig, Field } from 'payload';
import { panelErrors } from '../core/access/payload/panel-errors.ts';
import { accessible, somewhere } from '../core/access/payload/where.ts';
import { panelList, productRecord, workspaceField } from '../core/access/payload/workspace-field.ts';
import { visibleParts } from './targets.ts';
import { afterPartChange, afterPartDelete, guardPartDelete, inBrand } from './part-hooks.ts';

/** For json fields, where a filter or a bulk edit makes no sense. */
export const whole = { disableBulkEdit: true, disableListFilter: true };

const brandField: Field = {
  name: 'brand',
  type: 'relationship',
  relationTo: 'brands',
  required: true,
  index: true,
  access: { update: () => false },
};

interface Part {
  slug: 'brand-rules' | 'brand-pages';
  labels: NonNullable<CollectionConfig['labels']>;
  useAsTitle: string;
  normalize: CollectionBeforeChangeHook;
  /** Beside the brand and the workspace. */
  fields: Field[];
}

export function partOfBrand({ slug, labels, useAsTitle, normalize, fields }: Part) {
  return {
    slug,
    labels,
    ...panelList({
      useAsTitle,
      // Edited in the brand's own views.
      ...productRecord('marque/client-components#BrandPartRecord', '/brands'),
    }),
    defaultSort: 'position',
    // Payload writes a bulk selection at once: every version and event would be based on the same previous
    // state.
    disableBulkEdit: true,
    disableBulkDelete: true,
    access: {
      read: accessible(visibleParts, 'read'),
      create: somewhere('write'),
      update: accessible(visibleParts, 'write'),
      delete: accessible(visibleParts, 'write'),
    },
    hooks: {
      beforeValidate: [inBrand],
      beforeChange: [panelErrors(normalize)],
      afterChange: [afterPartChange],
      beforeDelete: [guardPartDelete],
      afterDelete: [afterPartDelete],
    },
    fields: [brandField, workspaceField, ...fields],
  } satisfies CollectionConfig;
}
