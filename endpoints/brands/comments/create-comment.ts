import { addComment, commentOf } from '../../../src/brands/pages/comments.ts';
import { NewComment } from '../../../src/brands/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandPath, onBrand, OneThread } from '../schemas.ts';

export const createComment = defineOperation({
  name: 'create_comment',
  route: 'POST /api/v1/brands/{slug}/comments',
  tag: 'brands',
  summary: 'Say something about a page or a section of it, or reply',
  description: 'A reply opens a thread again that was resolved.',
  scope: 'propose',
  target: onBrand,
  input: { path: brandPath, body: NewComment },
  output: OneThread,
  status: 201,
  errors: ['invalid'],
  tool: {
    title: 'Comment on a page',
    description:
      'Says something about a page of a brand or a section of it, or replies to somebody. Use it to ask, or to point something out; to change the page, use propose_page.',
  },
  run: async (context, { body }) => {
    const brandId = context.access.id ?? '';
    return { data: await commentOf(context.db, brandId, await addComment(context, brandId, body)) };
  },
});
