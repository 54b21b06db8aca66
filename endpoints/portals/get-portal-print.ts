import { defineOperation } from '../../src/core/operation.ts';
import { printPage } from '../../src/portals/pages/print.tsx';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { brandQuery, visitorErrors, slugPath } from './schemas.ts';

export const getPortalPrint = defineOperation({
  name: 'get_portal_print',
  http: {
    route: 'GET /p/{slug}/print',
    tag: 'portals',
    produces: 'text/html',
  },
  summary: 'Show a published brand as one document to print, with a table of contents',
  description: 'Contains every page you can read, in reading order, with all answers expanded.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, query: brandQuery },
  errors: visitorErrors,
  run: (context, { path, query }) =>
    pageForVisitor(context, path.slug, (portal) => printPage(context.service, portal, query.brand)),
});
