import { ActivityPage, activityOf, EventsQuery } from '../../src/core/events/activity.ts';
import { assetPath, readsAsset } from '../assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listAssetActivity = defineOperation({
  name: 'list_asset_activity',
  http: {
    route: 'GET /api/v1/assets/{id}/activity',
    tag: 'activity',
  },
  summary: 'List activity on an asset, newest first',
  access: readsAsset,
  input: { path: assetPath, query: EventsQuery },
  output: ActivityPage,
  run: ({ db }, { path, query }) => activityOf(db, { kind: 'asset', id: path.id }, query),
});
