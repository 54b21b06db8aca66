import { variesByLanguage } from '../../src/assets/languages/visitor-language.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { enterPortal } from '../../src/portals/visibility.ts';
import { readPortal as read } from '../../src/portals/read.ts';
import { PortalQuery, PortalView } from '../../src/portals/schemas.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const readPortal = defineOperation({
  name: 'read_portal',
  http: {
    route: 'GET /api/v1/portal/{slug}',
    tag: 'portals',
  },
  summary: 'Get a portal as a visitor sees it: its brands, collections and a page of its assets',
  description:
    'If the portal has a password, send it as X-Portal-Password, or send the cookie its page sets. The key of an approved request, X-Portal-Key, opens any portal. Shows only assets that may be used now, at URLs signed for one day.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, query: PortalQuery },
  output: PortalView,
  errors: [...visitorErrors, 'invalid'],
  run: async (context, { path, query }) => {
    const portal = await enterPortal(context, path.slug);
    return Answer.json(200, await read(context.service, portal, query), variesByLanguage);
  },
});
