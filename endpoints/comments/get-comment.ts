import { findComment, threadOf } from '../../src/comments/threads.ts';
import { demand } from '../../src/core/access/actor.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { commentPath, onCommented, OneThread } from './schemas.ts';

export const getComment = defineOperation({
  name: 'get_comment',
  http: {
    route: 'GET /api/v1/comments/{id}',
    tag: 'comments',
  },
  summary: 'Get one comment thread with its replies',
  description: 'On an asset or on a page of a brand. Comments on pages need the propose scope.',
  access: {
    scope: 'read',
    target: onCommented,
  },
  input: { path: commentPath },
  output: OneThread,
  errors: ['forbidden'],
  run: async ({ db, access }, { path }) => {
    const { kind } = await findComment(db, path.id);
    demand(access, kind.reads);
    return { data: await threadOf({ db, access }, path.id) };
  },
});
