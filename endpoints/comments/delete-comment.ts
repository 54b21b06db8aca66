import { findComment, lockComment, removeComment } from '../../src/comments/threads.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { Deleted, deleted } from '../deleted.ts';
import { commentPath, onCommented } from './schemas.ts';

export const deleteComment = defineOperation({
  name: 'delete_comment',
  http: {
    route: 'DELETE /api/v1/comments/{id}',
    tag: 'comments',
  },
  summary: 'Delete a comment with its replies',
  description:
    "Someone else's comment needs the write scope with the ability to approve; on a page, the one to delete.",
  access: {
    scope: 'propose',
    target: onCommented,
  },
  lock: ({ db }, { path }) => lockComment(db, path.id),
  input: { path: commentPath },
  output: Deleted,
  errors: ['forbidden'],
  run: async (context, { path }) => {
    await lockComment(context.db, path.id);
    const { kind, row } = await findComment(context.db, path.id);
    await removeComment(kind, context, row);
    return deleted;
  },
});
