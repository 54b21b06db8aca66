import { z } from 'zod';
import { variesByLanguage } from '../../src/assets/languages/visitor-language.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { enterPortal } from '../../src/portals/visibility.ts';
import { readPage, toPortalPage } from '../../src/portals/page.ts';
import { PageQuery, PortalPage } from '../../src/portals/schemas.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const readPortalPage = defineOperation({
  name: 'read_portal_page',
  http: {
    route: 'GET /api/v1/portal/{slug}/site',
    tag: 'portals',
  },
  summary: "Get a page of a portal's brand, as published and as you can read it",
  description:
    'Includes its rules, its theme, the files that may be used now, and the page as Markdown. Pages and sections for a narrower audience than yours are left out. Old slugs work too.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, query: PageQuery },
  output: z.object({ data: PortalPage }),
  errors: visitorErrors,
  run: async (context, { path, query }) => {
    const portal = await enterPortal(context, path.slug);
    const data = toPortalPage(context.service, await readPage(context.service, portal, query));
    return Answer.json(200, { data }, variesByLanguage);
  },
});
