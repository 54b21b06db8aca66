import { z } from 'zod';
import { variesByLanguage } from '../../src/assets/languages/visitor-language.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { enterPortal } from '../../src/portals/visibility.ts';
import { PortalUpdates } from '../../src/portals/schemas.ts';
import { portalUpdates } from '../../src/portals/updates.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const listPortalUpdates = defineOperation({
  name: 'list_portal_updates',
  http: {
    route: 'GET /api/v1/portal/{slug}/updates',
    tag: 'portals',
    ignoresUnknown: true,
  },
  summary: "List the latest publishes of a portal's brand, newest first, with what each changed",
  description: 'At most 20. `media` holds their pictures at URLs signed for one day, while they may be used.',
  access: {
    scope: 'public',
  },
  input: {
    path: slugPath,
    query: z.object({
      brand: z.string().min(1).max(100).optional().describe('A slug. Default: the first brand'),
    }),
  },
  output: PortalUpdates,
  errors: visitorErrors,
  run: async (context, { path, query }) => {
    const portal = await enterPortal(context, path.slug);
    const updates = await portalUpdates(context.service, portal, query.brand ?? null);
    return Answer.json(200, updates, variesByLanguage);
  },
});
