import { NewReply } from '../../src/comments/schemas.ts';
import { addReply, findComment, lockComment, threadOf } from '../../src/comments/threads.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { commentPath, onCommented, OneThread } from './schemas.ts';

export const replyToComment = defineOperation({
  name: 'reply_to_comment',
  http: {
    route: 'POST /api/v1/comments/{id}/replies',
    tag: 'comments',
    status: 201,
  },
  summary: 'Reply to a comment thread',
  description: 'Reopens a resolved thread. Returns the reply.',
  access: {
    scope: 'propose',
    target: onCommented,
  },
  input: { path: commentPath, body: NewReply },
  output: OneThread,
  run: async (context, { path, body }) => {
    await lockComment(context.db, path.id);
    const { kind, row } = await findComment(context.db, path.id);
    return { data: await threadOf(context, await addReply(kind, context, row, body.body)) };
  },
});
