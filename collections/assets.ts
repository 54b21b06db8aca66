// Assets: a Payload upload collection whose bytes live in our own storage. The rules are src/assets/rules.ts; hooks call them,
// so that the panel, REST and agents obey the same.
import {
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type Condition,
  type Field,
  type FieldAccess,
  type PayloadRequest,
  type Tab,
} from 'payload';
import { actorIn } from '../src/core/access/actor.ts';
import { panelErrors } from '../src/core/access/panel-errors.ts';
import { reaching, somewhere } from '../src/core/access/where.ts';
import { currentWorkspace, inCurrentWorkspace, workspaceField } from '../src/core/access/workspace-field.ts';
import { isPublicAtFirst } from '../src/assets/ingest/file-asset.ts';
import { afterAssetChange, refuseAssetDelete, normalizeAsset } from '../src/assets/hooks.ts';
import { guardDeletion } from '../src/assets/lifecycle/lifecycle.ts';
import { takePanelUpload } from '../src/assets/ingest/panel-upload.ts';
import { origins, statuses } from '../src/assets/schemas.ts';
import { followVersions } from '../src/assets/versions/versions.ts';
import { serviceOf } from '../src/core/service.ts';

const kept = { read: () => true, create: () => true, update: () => false };
const sidebar = { position: 'sidebar' as const };
const unlisted = { disableBulkEdit: true, disableListColumn: true, disableListFilter: true };
const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Set by the program alone: the panel shows it or not, and never sends it. */
function own(field: Field): Field {
  return {
    ...field,
    access: kept,
    admin: { ...('admin' in field ? field.admin : {}), readOnly: true, hidden: true },
  } as Field;
}

/** A new asset is its file first; what is said about it is said once it is there. */
const filed: Condition = (_data, _siblings, { operation }) => operation !== 'create';
const generated: Condition = (data) => data.origin === 'generated';

/** The note to the proposer is the reviewer's. The panel reads from this field's permission whether to offer reviews. */
const mayReview: FieldAccess<{ id: string }> = async ({ req, doc, id }) => {
  const asset = doc?.id ?? id;
  if (asset === undefined) return true;
  const { trusted, access } = await actorIn(req, { asset: String(asset) });
  return trusted || access.abilities.has('approve');
};

/** Set in the form of a new asset, as the settings of the workspace have it. */
const newIsPublic = async ({ req }: { req: PayloadRequest }): Promise<boolean> => {
  const service = serviceOf(req.payload);
  return isPublicAtFirst(service, service.db, await currentWorkspace(req));
};

const takeUpload: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  // Changed in place: the hook's type allows no other answer for every operation alike.
  await takePanelUpload(operation, args as Parameters<typeof takePanelUpload>[1], req);
};

/** A tab that shows what isn't stored in the record. */
const shownIn = (label: string, name: string, component: string): Tab => ({
  label,
  fields: [{ name, type: 'ui', admin: { disableListColumn: true, components: { Field: component } } }],
});

export const assets: CollectionConfig = {
  slug: 'assets',
  admin: {
    useAsTitle: 'filename',
    group: 'Library',
    defaultColumns: ['filename', 'status', 'tags', 'updatedAt'],
    listSearchableFields: ['filename'],
    baseFilter: inCurrentWorkspace,
    hideAPIURL: true,
    components: {
      views: { list: { Component: 'marque/panel/assets/Library#Library' } },
      edit: { Upload: 'marque/panel/assets/AssetFile#AssetFile' },
    },
  },
  defaultSort: '-createdAt',
  lockDocuments: false,
  versions: false,
  trash: true,
  // Payload's delete is for good; the bulk button would offer it.
  disableBulkDelete: true,
  upload: {
    disableLocalStorage: true,
    filesRequiredOnCreate: false,
    allowRestrictedFileTypes: true,
    crop: false,
    focalPoint: false,
    hideRemoveFile: true,
    bulkUpload: true,
    // The panel would fetch it from the browser, where other sites refuse; the server fetches with POST /api/v1/assets {url}.
    pasteURL: false,
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
    beforeOperation: [refuseAssetDelete, takeUpload],
    beforeChange: [panelErrors(guardDeletion), panelErrors(normalizeAsset)],
    afterChange: [afterAssetChange, followVersions],
    afterRead: [
      ({ doc }) => ({
        ...(doc as object),
        url: `/api/v1/assets/${String((doc as { id: string }).id)}/content`,
      }),
    ],
  },
  fields: [
    {
      // Names may repeat; Payload would make them unique, and probe `-1`, `-2`.
      name: 'filename',
      type: 'text',
      index: true,
      unique: false,
      admin: {
        readOnly: true,
        hidden: true,
        components: { Cell: 'marque/panel/assets/AssetNameCell#AssetNameCell' },
      },
    },
    {
      name: 'suggestions',
      type: 'ui',
      admin: {
        condition: filed,
        disableListColumn: true,
        components: { Field: 'marque/panel/assets/Suggestions#Suggestions' },
      },
    },
    {
      type: 'tabs',
      admin: { condition: filed },
      tabs: [
        {
          label: 'Details',
          fields: [
            {
              name: 'metadata',
              type: 'json',
              admin: {
                ...unlisted,
                components: { Field: 'marque/panel/assets/MetadataField#MetadataField' },
              },
            },
            {
              name: 'tags',
              type: 'json',
              defaultValue: [],
              admin: {
                disableBulkEdit: true,
                components: {
                  Field: 'marque/panel/ui/TagsField#TagsField',
                  Cell: 'marque/panel/ui/TagsCell#TagsCell',
                },
              },
            },
            {
              name: 'fields',
              type: 'json',
              defaultValue: {},
              admin: { ...unlisted, components: { Field: 'marque/panel/fields/ValuesField#ValuesField' } },
            },
          ],
        },
        {
          label: 'Rights',
          fields: [
            {
              name: 'rights',
              type: 'json',
              admin: { ...unlisted, components: { Field: 'marque/panel/assets/RightsField#RightsField' } },
            },
          ],
        },
        {
          label: 'Origin',
          fields: [
            {
              name: 'origin',
              type: 'select',
              options: origins.map((value) => ({ label: titled(value), value })),
            },
            { name: 'generator', type: 'text', admin: { condition: generated } },
            { name: 'prompt', type: 'textarea', admin: { condition: generated } },
          ],
        },
        shownIn('Renditions', 'renditions', 'marque/panel/assets/AssetRenditions#AssetRenditions'),
        shownIn('Versions', 'versions', 'marque/panel/assets/AssetVersions#AssetVersions'),
        shownIn('Where used', 'uses', 'marque/panel/assets/AssetUses#AssetUses'),
        shownIn('Who can reach it', 'reach', 'marque/panel/access-report/WhoCanReach#WhoCanReach'),
        shownIn('Activity', 'activity', 'marque/panel/assets/AssetActivity#AssetActivity'),
      ],
    },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'active',
      index: true,
      options: statuses.map((value) => ({ label: titled(value), value })),
      // Shown as the moves there are from here: a list of all states would offer impossible ones.
      admin: {
        ...sidebar,
        disableBulkEdit: true,
        components: {
          Field: 'marque/panel/assets/StatusField#StatusField',
          Cell: 'marque/panel/assets/AssetNameCell#AssetStateCell',
        },
      },
    },
    {
      name: 'reviewNote',
      type: 'textarea',
      access: { update: mayReview },
      admin: { hidden: true },
    },
    {
      name: 'private',
      type: 'checkbox',
      defaultValue: false,
      admin: { ...sidebar, description: 'Only admins, and people with a grant on it, see it' },
    },
    {
      name: 'public',
      type: 'checkbox',
      defaultValue: newIsPublic,
      admin: { ...sidebar, description: 'Once active, anyone with its address gets it' },
    },
    workspaceField,
    { name: 'proposedBy', type: 'text', access: kept, admin: { readOnly: true, hidden: true } },
    own({ name: 'proposedById', type: 'text', index: true }),
    own({ name: 'proposedTags', type: 'json', defaultValue: [] }),
    own({ name: 'proposedFields', type: 'json', defaultValue: {} }),
    { name: 'parentAssetId', type: 'text', admin: { hidden: true } },
    own({ name: 'sha256', type: 'text', required: true, index: true }),
    own({ name: 'probe', type: 'json' }),
    own({ name: 'c2pa', type: 'json' }),
    own({ name: 'stackId', type: 'text', index: true }),
    own({ name: 'version', type: 'number' }),
    own({ name: 'current', type: 'checkbox', defaultValue: true }),
    own({ name: 'supersededBy', type: 'text' }),
    own({ name: 'effectivePrivate', type: 'checkbox', defaultValue: false }),
  ],
};
