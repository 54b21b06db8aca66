// Assets: a Payload upload collection whose bytes live in our own storage. The rules are src/assets/rules.ts; hooks call them,
// so that the panel, REST and agents obey the same.
import { type CollectionBeforeOperationHook, type CollectionConfig, type Field } from 'payload';
import { panelErrors } from '../src/access/panel-errors.ts';
import { reaching, somewhere } from '../src/access/where.ts';
import { workspaceField } from '../src/access/workspace-field.ts';
import { afterAssetChange, guardAssetDelete, settleAsset } from '../src/assets/hooks.ts';
import { guardDeletion } from '../src/assets/lifecycle.ts';
import { takePanelUpload } from '../src/assets/panel-upload.ts';
import { origins, statuses } from '../src/assets/schemas.ts';
import { followVersions } from '../src/assets/versions.ts';

const kept = { read: () => true, create: () => true, update: () => false };
const sidebar = { position: 'sidebar' as const };

/** Set by the program alone: the panel shows it or not, and never sends it. */
function own(field: Field): Field {
  return {
    ...field,
    access: kept,
    admin: { ...('admin' in field ? field.admin : {}), readOnly: true, hidden: true },
  } as Field;
}

const takeUpload: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  // Changed in place: the hook's type allows no other answer for every operation alike.
  await takePanelUpload(operation, args as Parameters<typeof takePanelUpload>[1], req);
};

export const assets: CollectionConfig = {
  slug: 'assets',
  admin: {
    useAsTitle: 'filename',
    group: 'Library',
    defaultColumns: ['filename', 'status', 'tags', 'proposedBy', 'updatedAt'],
    listSearchableFields: ['filename'],
  },
  defaultSort: '-createdAt',
  lockDocuments: false,
  versions: false,
  trash: true,
  upload: {
    disableLocalStorage: true,
    filesRequiredOnCreate: false,
    allowRestrictedFileTypes: true,
    crop: false,
    focalPoint: false,
    hideRemoveFile: true,
    bulkUpload: true,
    adminThumbnail: ({ doc }) => `/api/v1/assets/${String(doc.id)}/content/w_320,f_webp`,
    // Payload asks for the bytes of what the panel just sent; they are with us already, so it gets none to hold.
    handlers: [
      (_, { params }) =>
        params.clientUploadContext ? new Response(null) : new Response(null, { status: 404 }),
    ],
  },
  access: {
    read: reaching('assets', 'read'),
    create: somewhere('propose'),
    update: reaching('assets', 'write'),
    delete: reaching('assets', 'write'),
  },
  hooks: {
    beforeOperation: [takeUpload],
    beforeChange: [panelErrors(guardDeletion), panelErrors(settleAsset)],
    beforeDelete: [guardAssetDelete],
    afterChange: [afterAssetChange, followVersions],
    afterRead: [
      ({ doc }) => ({
        ...(doc as object),
        url: `/api/v1/assets/${String((doc as { id: string }).id)}/content`,
      }),
    ],
  },
  fields: [
    // Names may repeat; Payload would make them unique, and probe `-1`, `-2`.
    { name: 'filename', type: 'text', index: true, unique: false, admin: { readOnly: true } },
    workspaceField,
    own({ name: 'sha256', type: 'text', required: true, index: true }),
    own({ name: 'probe', type: 'json' }),
    {
      name: 'metadata',
      type: 'json',
      admin: { description: 'Title, description, creator, copyright and what the file says of itself' },
    },
    { name: 'tags', type: 'json', defaultValue: [] },
    { name: 'fields', type: 'json', defaultValue: {} },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'active',
      index: true,
      options: statuses.map((value) => ({ label: value, value })),
      admin: sidebar,
    },
    {
      name: 'reviewNote',
      type: 'textarea',
      admin: { ...sidebar, description: 'What the proposer should know; asked for when rejecting' },
    },
    {
      name: 'proposedBy',
      type: 'text',
      access: kept,
      admin: { ...sidebar, readOnly: true, condition: (data) => Boolean(data.proposedBy) },
    },
    own({ name: 'proposedById', type: 'text', index: true }),
    { name: 'proposedTags', type: 'json', defaultValue: [], access: kept, admin: { readOnly: true } },
    { name: 'proposedFields', type: 'json', defaultValue: {}, access: kept, admin: { readOnly: true } },
    { name: 'rights', type: 'json' },
    {
      name: 'origin',
      type: 'select',
      options: origins.map((value) => ({ label: value, value })),
      admin: sidebar,
    },
    { name: 'parentAssetId', type: 'text', admin: { ...sidebar, hidden: true } },
    { name: 'generator', type: 'text', admin: { condition: (data) => data.origin === 'generated' } },
    { name: 'prompt', type: 'textarea', admin: { condition: (data) => data.origin === 'generated' } },
    own({ name: 'c2pa', type: 'json' }),
    own({ name: 'stackId', type: 'text', index: true }),
    own({ name: 'version', type: 'number' }),
    own({ name: 'current', type: 'checkbox', defaultValue: true }),
    own({ name: 'supersededBy', type: 'text' }),
    {
      name: 'private',
      type: 'checkbox',
      defaultValue: false,
      admin: { ...sidebar, description: 'Only admins, and people with a grant on it, see it' },
    },
    {
      name: 'public',
      type: 'checkbox',
      defaultValue: true,
      admin: { ...sidebar, description: 'Once active, anyone with its address gets it' },
    },
    own({ name: 'effectivePrivate', type: 'checkbox', defaultValue: false }),
  ],
};
