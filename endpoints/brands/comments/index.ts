import type { AnyOperation } from '../../../src/core/operation.ts';
import { listComments } from './list-comments.ts';
import { getComment } from './get-comment.ts';
import { createComment } from './create-comment.ts';
import { updateComment } from './update-comment.ts';
import { deleteComment } from './delete-comment.ts';

export const commentOperations: readonly AnyOperation[] = [
  listComments,
  getComment,
  createComment,
  updateComment,
  deleteComment,
];
