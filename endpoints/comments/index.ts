import type { AnyOperation } from '../../src/core/operation.ts';
import { listAssetComments } from './list-asset-comments.ts';
import { createAssetComment } from './create-asset-comment.ts';
import { listMentionable } from './list-mentionable.ts';
import { getComment } from './get-comment.ts';
import { updateComment } from './update-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { replyToComment } from './reply-to-comment.ts';
import { resolveComment } from './resolve-comment.ts';

export const commentOperations: readonly AnyOperation[] = [
  listAssetComments,
  createAssetComment,
  listMentionable,
  getComment,
  updateComment,
  deleteComment,
  replyToComment,
  resolveComment,
];
