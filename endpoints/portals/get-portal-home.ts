import { defineOperation } from '../../src/core/operation.ts';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { homePage } from '../../src/portals/pages/views.tsx';
import { visitorErrors, slugPath } from './schemas.ts';

export const getPortalHome = defineOperation({
  name: 'get_portal_home',
  route: 'GET /p/{slug}',
  tag: 'portals',
  summary: 'The first page of a portal, for people',
  description:
    'Drawn whole, without a script and without a request to another host; its door where it has one. The link of an approved request, with its key, opens it. Programs read GET /api/v1/portal/{slug}.',
  scope: 'public',
  input: { path: slugPath },
  produces: 'text/html',
  also: { 303: 'Let in by the key of a request: to the same address without it' },
  errors: visitorErrors,
  run: (context, { path }) =>
    pageForVisitor(context, path.slug, (portal) => homePage(context.service, portal)),
});
