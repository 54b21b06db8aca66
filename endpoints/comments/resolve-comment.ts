import { Resolution } from '../../src/comments/schemas.ts';
import { changeComment, findComment, lockComment, threadOf } from '../../src/comments/threads.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { commentPath, onCommented, OneThread } from './schemas.ts';

export const resolveComment = defineOperation({
  name: 'resolve_comment',
  http: {
    route: 'POST /api/v1/comments/{id}/resolve',
    tag: 'comments',
  },
  summary: 'Resolve or reopen a comment thread',
  access: {
    scope: 'propose',
    target: onCommented,
  },
  input: { path: commentPath, body: Resolution },
  output: OneThread,
  errors: ['invalid'],
  agent: {
    title: 'Resolve a comment',
    description: 'Resolves a comment thread once what it asks for is done, or reopens it.',
    idempotent: true,
  },
  run: async (context, { path, body }) => {
    await lockComment(context.db, path.id);
    const { kind, row } = await findComment(context.db, path.id);
    await changeComment(kind, context, row, body);
    return { data: await threadOf(context, path.id) };
  },
});
