import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { shareToPreview } from '../../src/shares/open-share.ts';
import { sharePage } from '../../src/shares/share-page.ts';
import { onShare, sharePath } from './schemas.ts';

export const getSharePreview = defineOperation({
  name: 'get_share_preview',
  http: {
    route: 'GET /api/v1/shares/{id}/preview',
    tag: 'shares',
    produces: 'text/html',
  },
  summary: 'Preview the page of a share link',
  description:
    "Shows the page as visitors see it, before you send the link. You don't need the link's address, which is shown only once.",
  access: {
    scope: 'write',
    abilities: ['share'],
    target: onShare,
  },
  input: {
    path: sharePath,
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      q: z.string().trim().max(200).default(''),
    }),
  },
  run: async ({ service, db, request }, { path, query }) =>
    sharePage(service, await shareToPreview(db, path.id), { request, token: null, ...query }),
});
