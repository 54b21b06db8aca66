import { z } from 'zod';
import { defineOperation, type Answer, type Context } from '../../src/core/operation.ts';
import { viewPage, showPortal } from '../../src/portals/pages/shell.tsx';
import { pageForVisitor, refusedAt } from '../../src/portals/pages/sign-in.tsx';
import { ViewQuery, type PortalView } from '../../src/portals/pages/view.ts';
import { portalViews, viewNames, type ViewName } from '../../src/portals/pages/views/index.ts';
import { portalAt } from '../../src/portals/visibility.ts';
import { visitorErrors, slugPath } from './schemas.ts';

async function showView(context: Context, slug: string, name: ViewName, query: ViewQuery): Promise<Answer> {
  const { service } = context;
  const view: PortalView = portalViews[name];
  if ('withoutAccess' in view) {
    try {
      return await view.withoutAccess(service, await portalAt(service, slug));
    } catch (error) {
      return refusedAt(context, slug, error);
    }
  }
  return pageForVisitor(context, slug, async (portal) => {
    const [shown, content] = await Promise.all([
      showPortal(service, portal),
      view.content({ service, portal, query }),
    ]);
    return viewPage(shown, { name, title: view.title }, content);
  });
}

export const getPortalView = defineOperation({
  name: 'get_portal_view',
  http: {
    route: 'GET /p/{slug}/-/{view}',
    tag: 'portals',
    produces: 'text/html',
  },
  summary: "Show a portal's files, search results, updates, terms or access request form as a page",
  access: {
    scope: 'public',
  },
  input: { path: slugPath.extend({ view: z.enum(viewNames) }), query: ViewQuery },
  errors: [...visitorErrors, 'invalid'],
  run: (context, { path: { slug, view }, query }) => showView(context, slug, view, query),
});
