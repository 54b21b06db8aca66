import { addAssetComment } from '../../src/comments/asset-comments.ts';
import { NewComment } from '../../src/comments/schemas.ts';
import { threadOf } from '../../src/comments/threads.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, proposesToAsset } from '../assets/schemas.ts';
import { commentOnWhat } from './agent/on-what.ts';
import { OneThread } from './schemas.ts';

export const createAssetComment = defineOperation({
  name: 'create_asset_comment',
  http: {
    route: 'POST /api/v1/assets/{id}/comments',
    tag: 'comments',
    status: 201,
  },
  summary: 'Comment on an asset or a part of it, or reply to a comment',
  description: 'The thread stays with this version of the asset. A reply reopens a resolved thread.',
  access: proposesToAsset,
  input: { path: assetPath, body: NewComment },
  output: OneThread,
  errors: ['invalid'],
  agent: {
    title: 'Comment on an asset or a page',
    description:
      'Comments on an asset or a brand page, or replies to a comment there: to ask, point something out, or say what you changed. To change it, use propose_changes or propose_page.',
    legacy: ['id'],
    shape: commentOnWhat,
  },
  run: async (context, { path, body }) => ({
    data: await threadOf(context, await addAssetComment(context, path.id, body)),
  }),
});
