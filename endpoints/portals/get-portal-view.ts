import { z } from 'zod';
import { isId } from '../../src/core/access/ids.ts';
import { defineOperation, type Answer, type Context } from '../../src/core/operation.ts';
import { portalAt, type EnteredPortal } from '../../src/portals/visibility.ts';
import { askPage, pageForVisitor, refusedAt } from '../../src/portals/pages/sign-in.tsx';
import { viewNames, type ViewName } from '../../src/portals/pages/shell.tsx';
import { updatesPage } from '../../src/portals/pages/updates.tsx';
import { filesPage, searchPage, termsPage } from '../../src/portals/pages/views.tsx';
import type { Service } from '../../src/core/service.ts';
import { visitorErrors, slugPath } from './schemas.ts';

/** Typed into an address bar: unreadable parts are ignored. */
const ViewQuery = z.object({
  q: z.string().trim().max(200).catch(''),
  collection: z
    .string()
    .refine((id) => isId(id))
    .optional()
    .catch(undefined),
  brand: z.string().min(1).max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
type ViewQuery = z.output<typeof ViewQuery>;

const views = {
  files: (service, portal, { q, collection, page }) => filesPage(service, portal, { q, collection, page }),
  search: (service, portal, { q }) => searchPage(service, portal, q),
  updates: (service, portal, { brand }) => updatesPage(service, portal, brand ?? null),
  terms: (service, portal) => termsPage(service, portal),
} satisfies Record<
  Exclude<ViewName, 'access'>,
  (service: Service, portal: EnteredPortal, query: ViewQuery) => Promise<Answer>
>;

/** The access request form is available without access. */
async function requestPage(context: Context, slug: string): Promise<Answer> {
  try {
    return await askPage(context.service, await portalAt(context.service, slug));
  } catch (error) {
    return refusedAt(context, slug, error);
  }
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
  run: async (context, { path: { slug, view }, query }) =>
    view === 'access'
      ? requestPage(context, slug)
      : pageForVisitor(context, slug, (portal) => views[view](context.service, portal, query)),
});
