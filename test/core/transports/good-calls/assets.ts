// Correct calls of the operations of fields, collections, searches, uploads and assets.
import { makePicture, sendBytes } from '../../../assets/library.ts';

import { asset, nothing, waiting, type Row } from './row.ts';

export const assetCalls: Record<string, Row> = {
  // fields
  list_fields: { good: nothing },
  list_field_types: { good: nothing },
  create_field: { good: (tenant) => ({ body: { key: tenant.word(), label: tenant.text(), type: 'text' } }) },
  update_field: {
    good: (tenant) => ({ path: { key: tenant.field }, body: { label: tenant.text() } }),
  },
  delete_field: {
    good: async (tenant) => {
      const key = tenant.word();
      await tenant.send('POST', '/api/v1/fields', { key, label: tenant.text(), type: 'text' });
      return { path: { key } };
    },
    abilities: ['delete'],
  },

  // collections
  list_collections: { good: nothing },
  create_collection: {
    good: (tenant) => ({ body: { name: tenant.text(), fields: { [tenant.field]: 'blue' } } }),
  },
  get_collection: { good: (tenant) => ({ path: { id: tenant.collection } }) },
  update_collection: {
    good: (tenant) => ({ path: { id: tenant.collection }, body: { name: tenant.text() } }),
  },
  delete_collection: { good: async (tenant) => ({ path: { id: await tenant.newCollection() } }) },
  list_collection_assets: { good: (tenant) => ({ path: { id: tenant.collection } }) },
  download_collection: {
    good: async (tenant) => {
      const id = await tenant.newCollection();
      await tenant.newAsset({ collections: [id] });
      return { path: { id } };
    },
  },
  change_collection_assets: {
    good: async (tenant) => ({
      path: { id: await tenant.newCollection() },
      body: { add: [tenant.asset], remove: [await tenant.newAsset()] },
    }),
  },

  // searches
  list_searches: { good: nothing },
  create_search: {
    good: (tenant) => ({ body: { name: tenant.text(), query: { collection: tenant.collection } } }),
  },
  delete_search: {
    good: async (tenant) => ({
      path: { id: (await tenant.send('POST', '/api/v1/searches', { name: tenant.text(), query: {} })).id },
    }),
    needs: 'write',
    abilities: ['delete'],
  },

  // uploads
  create_upload: {
    good: (tenant) => ({ body: { filename: `${tenant.word()}.png`, mime: 'image/png', size: 3 } }),
  },
  send_upload: {
    good: async (tenant) => ({
      path: { secret: await tenant.newUpload() },
      body: new Uint8Array([1, 2, 3]),
      as: null,
    }),
    open: true,
  },
  get_upload: {
    good: async (tenant) => ({ path: { secret: await tenant.newUpload() }, as: null }),
    open: true,
  },
  append_upload: {
    good: async (tenant) => ({
      path: { secret: await tenant.newUpload() },
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array([1, 2]),
      as: null,
    }),
    status: 204,
    open: true,
  },

  // assets
  create_asset: {
    good: async (tenant) => {
      const { token } = await sendBytes(tenant.marque, tenant.as, await makePicture());
      return {
        body: {
          token,
          tags: [tenant.word()],
          collections: [tenant.collection],
          fields: { [tenant.field]: 'red' },
          versionOf: tenant.asset,
        },
      };
    },
  },
  list_assets: {
    good: (tenant) => ({ query: { collection: tenant.collection, [`f.${tenant.field}`]: 'red' } }),
  },
  download_assets: { good: (tenant) => ({ query: { id: tenant.asset } }) },
  update_assets: {
    good: async (tenant) => ({ body: { ids: [await tenant.newAsset()], patch: { title: tenant.text() } } }),
  },
  get_asset: { good: asset },
  update_asset: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: {
        title: tenant.text(),
        fields: { [tenant.field]: 'blue' },
        parentAssetId: tenant.asset,
        supersededBy: tenant.asset,
      },
    }),
  },
  delete_asset: { good: waiting },
  restore_asset: {
    good: async (tenant) => {
      const id = await tenant.newAsset();
      await tenant.send('DELETE', `/api/v1/assets/${id}`);
      return { path: { id } };
    },
  },
  get_rendition_url: { good: (tenant) => ({ path: { id: tenant.asset }, query: { w: '20' } }) },
  describe_asset: { good: asset },
  get_asset_usage: { good: asset },
  get_asset_traffic: { good: asset },
  set_asset_usage: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: { credit: tenant.text(), mining: 'disallowed' },
    }),
  },
  get_asset_crops: { good: asset },
  set_asset_crops: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: { focalPoint: { x: 0.2, y: 0.4 } },
    }),
  },
  get_asset_credentials: { good: asset },
  get_asset_texts: { good: asset },
  set_asset_texts: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: { en: { title: tenant.text(), alt: tenant.text() } },
    }),
  },
  get_transforms: { good: nothing },
  list_uses: { good: (tenant) => ({ query: { asset: tenant.asset } }) },
  create_use: {
    good: (tenant) => ({
      body: { asset: tenant.asset, url: `https://example.com/${tenant.word()}`, title: tenant.text() },
    }),
  },
  delete_use: {
    good: async (tenant) => {
      const body = { asset: tenant.asset, url: `https://example.com/${tenant.word()}` };
      return { path: { id: (await tenant.send('POST', '/api/v1/uses', body)).id } };
    },
  },
  check_use: { good: (tenant) => ({ body: { asset: tenant.asset, channel: 'web', brand: tenant.brand } }) },
  list_versions: { good: asset },
  list_similar_assets: { good: asset },
  list_duplicates: { good: nothing },
  keep_duplicates: {
    good: async (tenant) => ({ body: { ids: [await tenant.newAsset(), await tenant.newAsset()] } }),
  },
  list_asset_uses: { good: asset },
  add_version: {
    good: async (tenant) => ({
      path: { id: await tenant.newAsset() },
      body: { asset: await tenant.newAsset() },
    }),
  },
  make_version_current: {
    good: async (tenant) => {
      const first = await tenant.newAsset();
      await tenant.newAsset({ versionOf: first });
      return { path: { id: first, n: '1' } };
    },
  },
  propose_tags: { good: async (tenant) => ({ ...(await waiting(tenant)), body: { tags: [tenant.word()] } }) },
  propose_fields: {
    good: async (tenant) => ({ ...(await waiting(tenant)), body: { fields: { [tenant.field]: 'blue' } } }),
  },
  create_signed_url: { good: (tenant) => ({ ...asset(tenant), body: {} }) },
  get_asset_preview: { good: asset },
  // A picture has neither.
  get_asset_clip: { good: asset, status: 415 },
  get_asset_strip: { good: asset, status: 415 },
  get_asset_web_video: { good: asset, status: 415 },
  get_asset_colors: { good: asset },
  get_asset_content: { good: asset },
  get_asset_content_rendition: { good: (tenant) => ({ path: { id: tenant.asset, transform: 'w_320' } }) },

  // delivery: of an asset that isn't public
  deliver_original: { good: asset },
  deliver_rendition: { good: (tenant) => ({ path: { id: tenant.asset, transform: 'w_320' } }) },
  deliver_current: { good: asset, status: 302 },
  deliver_current_rendition: {
    good: (tenant) => ({ path: { id: tenant.asset, transform: 'w_320' } }),
    status: 302,
  },
};
