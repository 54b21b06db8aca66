import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { brandPage } from '../../src/portals/pages/brand-page.tsx';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { visitorErrors, slugPath } from './schemas.ts';

export const getPortalBrand = defineOperation({
  name: 'get_portal_brand',
  http: {
    route: 'GET /p/{slug}/{brand}',
    tag: 'portals',
    produces: 'text/html',
  },
  summary: "Show the first page of a portal's brand or, by its slug, a page of the first brand",
  access: {
    scope: 'public',
  },
  input: { path: slugPath.extend({ brand: z.string().min(1).max(100) }) },
  errors: visitorErrors,
  run: (context, { path }) =>
    pageForVisitor(context, path.slug, (portal) =>
      brandPage(context.service, portal, { path: path.brand, context: null }),
    ),
});
