// Assets: a Payload upload collection whose bytes live in our own storage. Hooks call the rules in src/assets/rules.ts, so the
// panel, REST and agents all follow them.
import {
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type Condition,
  type Field,
  type FieldAccess,
  type PayloadRequest,
} from 'payload';
import { actorIn } from '../src/core/access/actor.ts';
import { panelErrors } from '../src/core/access/payload/panel-errors.ts';
import { visibleAssets } from '../src/assets/targets.ts';
import { accessible, somewhere } from '../src/core/access/payload/where.ts';
import {
  currentWorkspace,
  panelList,
  privateField,
  workspaceField,
} from '../src/core/access/payload/workspace-field.ts';
import { isPublicAtFirst } from '../src/assets/ingest/file-asset.ts';
import { afterAssetChange, refuseAssetDelete, normalizeAsset } from '../src/assets/hooks.ts';
import { guardDeletion } from '../src/assets/lifecycle/lifecycle.ts';
import { takePanelUpload } from '../src/assets/ingest/panel-upload.ts';
import { origins, statuses } from '../src/assets/schemas.ts';
import { drawNewAsset } from '../src/assets/previews/previews.ts';
import { hashNewAsset } from '../src/assets/similar/hashes.ts';
import { readNewAsset } from '../src/assets/texts/read-texts.ts';
import { followVersions } from '../src/assets/versions/versions.ts';
import { serviceOf } from '../src/core/service.ts';
import { originKeys, stateKeys } from '../src/words/asset-values.ts';
import { hint, kind, label } from '../src/words/index.ts';

const kept = { read: () => true, create: () => true, update: () => false };
const unlisted = { disableBulkEdit: true, disableListColumn: true, disableListFilter: true };

/** A field set only by our code: the panel may show it but never sends it. */
function own(field: Field): Field {
  return {
    ...field,
    access: kept,
    admin: { ...('admin' in field ? field.admin : {}), readOnly: true, hidden: true },
  } as Field;
}

/** A new asset starts with its file. */
const filed: Condition = (_data, _siblings, { operation }) => operation !== 'create';
/** What our own page edits: Payload's form, in which apps ask for a file, has none of it. */
const edited = { hidden: true as const, condition: filed };

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
  // `args` is changed in place, because the hook's type has no return value that fits every operation.
  await takePanelUpload(operation, args as Parameters<typeof takePanelUpload>[1], req);
};

export const assets: CollectionConfig = {
  slug: 'assets',
  labels: kind('records:asset', 'records:assets'),
  ...panelList({
    useAsTitle: 'filename',
    group: 'Library',
    defaultColumns: ['filename', 'status', 'tags', 'updatedAt'],
    listSearchableFields: ['filename'],
    components: {
      views: {
        list: { Component: 'marque/rsc#LibraryPage' },
        edit: { root: { Component: 'marque/rsc#AssetPage' } },
      },
    },
  }),
  defaultSort: '-createdAt',
  trash: true,
  // The same bytes twice would be the same asset.
  disableDuplicate: true,
  // Payload's delete is permanent, and the bulk button would offer it.
  disableBulkDelete: true,
  upload: {
    disableLocalStorage: true,
    filesRequiredOnCreate: false,
    allowRestrictedFileTypes: true,
    crop: false,
    focalPoint: false,
    hideRemoveFile: true,
    bulkUpload: true,
    // The panel would fetch it in the browser, where CORS blocks it; the server fetches with POST /api/v1/assets {url}.
    pasteURL: false,
    adminThumbnail: ({ doc }) => `/api/v1/assets/${String(doc.id)}/content/w_320,f_webp`,
    // Payload asks for the bytes that the panel just uploaded. We already have them, so it gets an empty response.
    handlers: [
      (_, { params }) =>
        params.clientUploadContext ? new Response(null) : new Response(null, { status: 404 }),
    ],
  },
  access: {
    read: accessible(visibleAssets, 'read'),
    create: somewhere('propose'),
    update: accessible(visibleAssets, 'write'),
    delete: accessible(visibleAssets, 'write'),
  },
  hooks: {
    beforeOperation: [refuseAssetDelete, takeUpload],
    beforeChange: [panelErrors(guardDeletion), panelErrors(normalizeAsset)],
    afterChange: [afterAssetChange, followVersions, hashNewAsset, drawNewAsset, readNewAsset],
    afterRead: [
      ({ doc }) => ({
        ...(doc as object),
        url: `/api/v1/assets/${String((doc as { id: string }).id)}/content`,
      }),
    ],
  },
  fields: [
    {
      // Filenames may repeat. Payload would make them unique by trying `-1`, `-2`, ….
      name: 'filename',
      type: 'text',
      label: label('records:filename'),
      index: true,
      unique: false,
      admin: {
        readOnly: true,
        hidden: true,
        components: { Cell: 'marque/client-components#AssetNameCell' },
      },
    },
    {
      name: 'status',
      type: 'select',
      label: label('records:status'),
      required: true,
      defaultValue: 'active',
      index: true,
      options: statuses.map((value) => ({ label: label(stateKeys[value]), value })),
      admin: {
        hidden: true,
        disableBulkEdit: true,
        components: { Cell: 'marque/client-components#AssetStateCell' },
      },
    },
    { name: 'metadata', type: 'json', label: label('records:metadata'), admin: { ...edited, ...unlisted } },
    {
      name: 'tags',
      type: 'json',
      label: label('records:tags'),
      defaultValue: [],
      admin: { ...edited, disableBulkEdit: true, components: { Cell: 'marque/rsc#TagsCell' } },
    },
    {
      name: 'fields',
      type: 'json',
      label: label('records:values'),
      defaultValue: {},
      admin: { ...edited, ...unlisted },
    },
    { name: 'rights', type: 'json', label: label('records:rights'), admin: { ...edited, ...unlisted } },
    {
      name: 'origin',
      type: 'select',
      label: label('records:origin'),
      options: origins.map((value) => ({ label: label(originKeys[value]), value })),
      admin: edited,
    },
    { name: 'generator', type: 'text', label: label('records:generator'), admin: edited },
    { name: 'prompt', type: 'textarea', label: label('records:prompt'), admin: edited },
    {
      name: 'reviewNote',
      type: 'textarea',
      label: label('records:reviewNote'),
      access: { update: mayReview },
      admin: { hidden: true },
    },
    {
      ...privateField,
      label: label('records:private'),
      admin: { description: hint('records:privateHint') },
    },
    {
      name: 'public',
      type: 'checkbox',
      label: label('records:public'),
      defaultValue: newIsPublic,
      admin: { description: hint('records:publicHint') },
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
