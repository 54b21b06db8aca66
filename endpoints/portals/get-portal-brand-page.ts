import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPage } from '../../src/portals/pages/brand-page.tsx';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { pagePath } from '../../src/portals/rules.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const getPortalBrandPage = defineOperation({
  name: 'get_portal_brand_page',
  http: {
    route: 'GET /p/{slug}/{brand}/{page}',
    tag: 'portals',
    produces: 'text/html',
  },
  summary: 'Show a page of a published brand that you can read',
  description: 'For people. Programs should use GET /api/v1/portal/{slug}/site.',
  access: {
    scope: 'public',
  },
  input: {
    path: slugPath.extend({ brand: z.string().min(1).max(100), page: z.string().min(1).max(100) }),
    query: z.object({ context: z.string().max(100).nullable().catch(null).default(null) }),
  },
  errors: visitorErrors,
  run: (context, { path: { slug, brand, page }, query }) =>
    pageForVisitor(context, slug, (portal) =>
      brandPage(context.service, portal, { path: pagePath(brand, page), context: query.context }),
    ),
});
