import { defineOperation } from '../../src/core/operation.ts';
import { enterPortal, visitorOf } from '../../src/portals/visibility.ts';
import { readPortal as read } from '../../src/portals/read.ts';
import { PortalQuery, PortalView } from '../../src/portals/schemas.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const readPortal = defineOperation({
  name: 'read_portal',
  route: 'GET /api/v1/portal/{slug}',
  tag: 'portals',
  summary: 'A portal as whoever comes to it reads it: its brands, collections, and a page of its assets',
  description:
    'A portal with a password wants it as X-Portal-Password, or the cookie that its page sets; the key of an approved request, X-Portal-Key, opens any. It shows only what may be used at this moment, at addresses that are signed for a day.',
  scope: 'public',
  input: { path: slugPath, query: PortalQuery },
  output: PortalView,
  errors: [...visitorErrors, 'invalid'],
  run: async (context, { path, query }) => {
    const portal = await enterPortal(context.service, path.slug, visitorOf(context));
    return read(context.service, portal, query);
  },
});
