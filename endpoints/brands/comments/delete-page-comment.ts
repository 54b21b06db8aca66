import { removePageComment } from '../../../src/brands/pages/comments.ts';
import { lockComment } from '../../../src/comments/threads.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { Deleted, deleted } from '../../deleted.ts';
import { commentPath, onBrand } from '../schemas.ts';

export const deletePageComment = defineOperation({
  name: 'delete_page_comment',
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
    await removePageComment(context, context.access.id ?? '', path.id);
    return deleted;
  },
});
