import { z } from 'zod';
import { visitorLanguage } from '../../src/assets/languages/visitor-language.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { sharedWithPictures } from '../../src/shares/contents.ts';
import { aroundOf, filesPage, filesPerPage, sendPage } from '../../src/shares/pages.tsx';
import { reviewPage } from '../../src/shares/review/page.tsx';
import { refusedPage } from '../../src/shares/refused-page.ts';
import { tokenPath } from './schemas.ts';

/** Typed into an address bar: an unreadable page number is the first page. */
const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
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
    'For people: the files of a view link, those of a review link with the comments made through it, the form of an upload link, or the password form. It needs no script and loads nothing from other hosts. Programs should use GET /api/v1/shared/{token}.',
  access: {
    scope: 'public',
  },
  input: { path: tokenPath, query: PageQuery },
  errors: ['not_found', 'gone', 'password', 'rate_limited'],
  run: async ({ service, request }, { path, query }) => {
    try {
      const share = await openShare(service, path.token, request);
      const language = await visitorLanguage(service, service.db, share.workspaceId, request, true);
      if (share.kind === 'review') {
        const reviewing = { service, share, token: path.token };
        return await reviewPage(reviewing, request.headers, { page: query.page, language });
      }
      const around = await aroundOf(service, share.organizationId);
      const offset = (query.page - 1) * filesPerPage;
      const page = { limit: filesPerPage, offset };
      const { shared, srcsets } = await sharedWithPictures(service, share, page, language);
      return share.kind === 'upload'
        ? await sendPage(around, shared, { sent: query.sent !== undefined })
        : await filesPage(around, { shared, srcsets }, query.page);
    } catch (error) {
      return refusedPage(service, request, path.token, error);
    }
  },
});
