import { lockComment, removeComment } from '../../../src/brands/pages/comments.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { Deleted, deleted } from '../../deleted.ts';
import { commentPath, onBrand } from '../schemas.ts';

export const deleteComment = defineOperation({
  name: 'delete_comment',
  http: {
    route: 'DELETE /api/v1/brands/{slug}/comments/{id}',
    tag: 'brands',
  },
  summary: "Delete your own comment with its replies; with write, anyone's",
  access: {
    scope: 'propose',
    target: onBrand,
  },
  lock: ({ db }, { path }) => lockComment(db, path.id),
  input: { path: commentPath },
  output: Deleted,
  errors: ['forbidden'],
  run: async (context, { path }) => {
    await removeComment(context, context.access.id ?? '', path.id);
    return deleted;
  },
});
