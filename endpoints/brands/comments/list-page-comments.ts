import { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import { threadsOf } from '../../../src/brands/pages/comments.ts';
import { CommentThread } from '../../../src/brands/pages/comment-schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { beforeParameter, CursorParameter, Next } from '../../../src/core/paging.ts';
import { brandPath, onBrand } from '../schemas.ts';

export const listPageComments = defineOperation({
  name: 'list_page_comments',
  http: {
    route: 'GET /api/v1/brands/{slug}/comments',
    tag: 'brands',
  },
  summary: "List the comment threads on a brand's pages, newest first",
  access: {
    scope: 'propose',
    target: onBrand,
  },
  input: {
    path: brandPath,
    query: z.object({
      page: z.string().max(100).optional().describe('Slug of a page'),
      section: z.string().max(40).optional().describe('Id of a section'),
      resolved: z.enum(['true', 'false']).optional(),
      cursor: CursorParameter,
      before: beforeParameter(Id, 'Only threads started before this one, by its id'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
  },
  output: z.object({ data: z.array(CommentThread), next: Next }),
  run: ({ db, access }, { query }) =>
    threadsOf(db, access.id ?? '', {
      page: query.page ?? null,
      section: query.section ?? null,
      resolved: query.resolved === undefined ? null : query.resolved === 'true',
      cursor: query.cursor,
      before: query.before,
      limit: query.limit,
    }),
});
