import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { refusedPage } from '../../src/shares/refused-page.ts';
import { sharePage } from '../../src/shares/share-page.ts';
import { tokenPath } from './schemas.ts';

/** Typed into an address bar: unreadable parts are ignored. */
const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  q: z.string().trim().max(200).catch(''),
  sent: z.string().max(10).optional().catch(undefined),
});

export const getSharePage = defineOperation({
  name: 'get_share_page',
  http: {
    route: 'GET /s/{token}',
    tag: 'shares',
    produces: 'text/html',
  },
  summary: 'Show the page of a share link',
  description:
    'For people: the files of a view link, those of a review link with the comments made through it, the form of an upload link, or the password form. It works without scripts and loads nothing from other hosts. `q` searches the files. Programs should use GET /api/v1/shared/{token}.',
  access: {
    scope: 'public',
  },
  input: { path: tokenPath, query: PageQuery },
  errors: ['not_found', 'gone', 'password', 'rate_limited'],
  run: async ({ service, request }, { path, query: { page, q, sent } }) => {
    try {
      const share = await openShare(service, path.token, request);
      return await sharePage(service, share, {
        request,
        token: path.token,
        page,
        q,
        sent: sent !== undefined,
      });
    } catch (error) {
      return refusedPage(service, request, path.token, error);
    }
  },
});
