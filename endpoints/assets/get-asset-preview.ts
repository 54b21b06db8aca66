import { z } from 'zod';
import { Preview, previewOf } from '../../src/assets/previews/previews.ts';
import { defineOperation, type Query } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

const previewQuery: Query<{
  id: string;
  sha256: string;
  mime: string;
  probe: Record<string, unknown> | null;
}> = {
  name: 'asset-preview',
  text: 'select a.id, a.sha256, a.mime_type as mime, a.probe from payload.assets a where a.id = t.id',
};

export const getAssetPreview = defineOperation({
  name: 'get_asset_preview',
  http: {
    route: 'GET /api/v1/assets/{id}/preview',
    tag: 'assets',
  },
  summary: 'Get the state of an asset’s preview',
  description:
    'Previews of files that browsers can’t show, such as HEIC, PDF and Photoshop, are drawn soon after they arrive. Renditions are made of them. A sound has `peaks`, and a video a `clip`. `text` says whether search finds the words inside a file.',
  access: readsAsset,
  query: previewQuery,
  input: { path: assetPath },
  output: z.object({ data: Preview }),
  run: async ({ db, service, row }) => ({ data: await previewOf(db, service.env.serverUrl, row) }),
});
