import { defineOperation } from '../../src/core/operation.ts';
import { portalFeed } from '../../src/portals/feed.tsx';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { brandQuery, visitorErrors, slugPath } from './schemas.ts';

export const getPortalFeed = defineOperation({
  name: 'get_portal_feed',
  http: {
    route: 'GET /p/{slug}/updates.atom',
    tag: 'portals',
    produces: 'application/atom+xml',
  },
  summary: "Get the latest publishes of a portal's brand as an Atom feed",
  description:
    'At most 20, newest first, each with the rules and pages that it changed, before and after. Open to anyone who can open the portal.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, query: brandQuery },
  errors: visitorErrors,
  run: (context, { path, query }) =>
    pageForVisitor(context, path.slug, (portal) => portalFeed(context.service, portal, query.brand)),
});
