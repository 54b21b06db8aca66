// Comments on the pages of a brand, in threads. Written by the operations, which check who may.
import type { CollectionConfig } from 'payload';
import { visibleParts } from '../src/brands/targets.ts';
import { writtenByOperations } from '../src/core/access/payload/where.ts';
import { panelList, productView, workspaceField } from '../src/core/access/payload/workspace-field.ts';
import { hint, kind } from '../src/words/index.ts';

export const brandComments: CollectionConfig = {
  slug: 'brand-comments',
  labels: kind('records:comment', 'records:comments'),
  ...panelList({
    useAsTitle: 'body',
    ...productView('/brands'),
  }),
  access: writtenByOperations(visibleParts, 'propose'),
  fields: [
    { name: 'brand', type: 'relationship', relationTo: 'brands', required: true, index: true },
    workspaceField,
    { name: 'page', type: 'relationship', relationTo: 'brand-pages', required: true, index: true },
    { name: 'section', type: 'text', admin: { description: hint('records:sectionHint') } },
    { name: 'thread', type: 'relationship', relationTo: 'brand-comments', index: true },
    { name: 'body', type: 'textarea', required: true, maxLength: 10_000 },
    { name: 'authorKind', type: 'text', required: true },
    { name: 'author', type: 'text', required: true },
    { name: 'authorId', type: 'text' },
    { name: 'editedAt', type: 'date' },
    { name: 'resolvedAt', type: 'date' },
    { name: 'resolvedBy', type: 'text' },
  ],
};
