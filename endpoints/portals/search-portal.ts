import { z } from 'zod';
import { variesByLanguage } from '../../src/assets/languages/visitor-language.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { enterPortal } from '../../src/portals/visibility.ts';
import { findOnPortal } from '../../src/portals/find.ts';
import { FindQuery, PortalFinds } from '../../src/portals/schemas.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const searchPortal = defineOperation({
  name: 'search_portal',
  http: {
    route: 'GET /api/v1/portal/{slug}/search',
    tag: 'portals',
  },
  summary: 'Search the pages, sections, rules and assets of a portal that you can see',
  description: 'Up to 20 of each kind; matches in the name come first.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, query: FindQuery },
  output: z.object({ data: PortalFinds }),
  errors: visitorErrors,
  run: async (context, { path, query }) => {
    const portal = await enterPortal(context, path.slug);
    const data = await findOnPortal(context.service, portal, query.q);
    return Answer.json(200, { data }, variesByLanguage);
  },
});
