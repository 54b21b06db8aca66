// What rules and pages are alike in as Payload's collections: parts of a brand, reached as it is, held to the same checks at every door.
import type { CollectionBeforeChangeHook, CollectionConfig, Field } from 'payload';
import { panelErrors } from '../core/access/panel-errors.ts';
import { reaching, somewhere } from '../core/access/where.ts';
import { inCurrentWorkspace, workspaceField } from '../core/access/workspace-field.ts';
import { afterPartChange, afterPartDelete, guardPartDelete, inBrand } from './hooks.ts';

/** For fields that are one value: a filter or a bulk edit of them means nothing. */
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
  labels: { singular: string; plural: string };
  useAsTitle: string;
  defaultColumns: string[];
  normalize: CollectionBeforeChangeHook;
  /** Beside the brand and the workspace. */
  fields: Field[];
}

export function partOfBrand({ slug, labels, useAsTitle, defaultColumns, normalize, fields }: Part) {
  return {
    slug,
    labels,
    admin: {
      useAsTitle,
      // Worked in the brand's own room (/brands/{slug}); Payload's own list and form stay at their address.
      group: false,
      defaultColumns,
      baseFilter: inCurrentWorkspace,
      hideAPIURL: true,
    },
    defaultSort: 'position',
    lockDocuments: false,
    versions: false,
    // Payload writes a selection all at once: the version and event of each would be told from the same state before.
    disableBulkEdit: true,
    disableBulkDelete: true,
    access: {
      read: reaching(slug, 'read'),
      create: somewhere('write'),
      update: reaching(slug, 'write'),
      delete: reaching(slug, 'write'),
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
