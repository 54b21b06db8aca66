import { commentOf } from '../../../src/brands/pages/comments.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { commentPath, onBrand, OneThread } from '../schemas.ts';

export const getPageComment = defineOperation({
  name: 'get_page_comment',
  http: {
    route: 'GET /api/v1/brands/{slug}/comments/{id}',
    tag: 'brands',
  },
  summary: 'Get one comment thread on a brand page, with its replies',
  access: {
    scope: 'propose',
    target: onBrand,
  },
  input: { path: commentPath },
  output: OneThread,
  run: async ({ db, access }, { path }) => ({ data: await commentOf(db, access.id ?? '', path.id) }),
});
