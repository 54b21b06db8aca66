import type { AnyOperation } from '../../../src/core/operation.ts';
import { listPageComments } from './list-page-comments.ts';
import { getPageComment } from './get-page-comment.ts';
import { createPageComment } from './create-page-comment.ts';
import { updatePageComment } from './update-page-comment.ts';
import { deletePageComment } from './delete-page-comment.ts';

export const pageCommentOperations: readonly AnyOperation[] = [
  listPageComments,
  getPageComment,
  createPageComment,
  updatePageComment,
  deletePageComment,
];
