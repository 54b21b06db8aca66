import { addPageComment, commentOf } from '../../../src/brands/pages/comments.ts';
import { NewComment } from '../../../src/brands/pages/comment-schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand, OneThread } from '../schemas.ts';

export const createPageComment = defineOperation({
  name: 'create_page_comment',
  http: {
    route: 'POST /api/v1/brands/{slug}/comments',
    tag: 'brands',
    status: 201,
  },
  summary: 'Comment on a page or a section, or reply to a comment',
  description: 'A reply reopens a resolved thread.',
  access: {
    scope: 'propose',
    target: onBrand,
  },
  input: { path: brandPath, body: NewComment },
  output: OneThread,
  errors: ['invalid'],
  agent: {
    title: 'Comment on a page',
    description: 'Comments on a page of a brand, as `comment` does with on: page.',
    unlisted: true,
  },
  run: async (context, { body }) => {
    const brandId = context.access.id ?? '';
    return { data: await commentOf(context.db, brandId, await addPageComment(context, brandId, body)) };
  },
});
