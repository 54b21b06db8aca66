import { CommentPatch } from '../../src/comments/schemas.ts';
import { changeComment, findComment, lockComment, threadOf } from '../../src/comments/threads.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { commentPath, onCommented, OneThread } from './schemas.ts';

export const updateComment = defineOperation({
  name: 'update_comment',
  http: {
    route: 'PATCH /api/v1/comments/{id}',
    tag: 'comments',
  },
  summary: 'Edit a comment, or resolve or reopen a thread',
  description:
    "Someone else's comment on an asset needs the write scope with the ability to approve. Those on pages are edited only by their author.",
  access: {
    scope: 'propose',
    target: onCommented,
  },
  lock: ({ db }, { path }) => lockComment(db, path.id),
  input: { path: commentPath, body: CommentPatch },
  output: OneThread,
  errors: ['forbidden', 'invalid'],
  run: async (context, { path, body }) => {
    await lockComment(context.db, path.id);
    const { kind, row } = await findComment(context.db, path.id);
    await changeComment(kind, context, row, body);
    return { data: await threadOf(context, path.id) };
  },
});
