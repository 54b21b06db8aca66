import { changePageComment, commentOf } from '../../../src/brands/pages/comments.ts';
import { lockComment } from '../../../src/comments/threads.ts';
import { CommentPatch } from '../../../src/comments/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { commentPath, onBrand, OneThread } from '../schemas.ts';

export const updatePageComment = defineOperation({
  name: 'update_page_comment',
  http: {
    route: 'PATCH /api/v1/brands/{slug}/comments/{id}',
    tag: 'brands',
  },
  summary: 'Edit your comment, or resolve or reopen a thread',
  access: {
    scope: 'propose',
    target: onBrand,
  },
  lock: ({ db }, { path }) => lockComment(db, path.id),
  input: { path: commentPath, body: CommentPatch },
  output: OneThread,
  errors: ['forbidden', 'invalid'],
  run: async (context, { path, body }) => {
    const brandId = context.access.id ?? '';
    await changePageComment(context, brandId, path.id, body);
    return { data: await commentOf(context.db, brandId, path.id) };
  },
});
