import { defineOperation } from '../../src/core/operation.ts';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { homePage } from '../../src/portals/pages/home.tsx';
import { visitorErrors, slugPath } from './schemas.ts';

export const getPortalHome = defineOperation({
  name: 'get_portal_home',
  http: {
    route: 'GET /p/{slug}',
    tag: 'portals',
    also: { 303: "Access granted by a request's key: redirects to the same address without it" },
    produces: 'text/html',
  },
  summary: "Show a portal's home page",
  description:
    'Rendered on the server, works without scripts, and requests nothing from other hosts; shows the sign-in page where access is restricted. The link of an approved request, with its key, opens it. Programs should use GET /api/v1/portal/{slug}.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath },
  errors: visitorErrors,
  run: (context, { path }) =>
    pageForVisitor(context, path.slug, (portal) => homePage(context.service, portal)),
});
