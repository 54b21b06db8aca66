import { Answer, defineOperation } from '../../src/core/operation.ts';
import { portalBrandJson } from '../../src/portals/agents.ts';
import { slugPath } from './schemas.ts';

export const getPortalBrandJson = defineOperation({
  name: 'get_portal_brand_json',
  http: {
    route: 'GET /p/{slug}/brand.json',
    tag: 'portals',
    produces: 'application/json',
  },
  summary: "Get a public portal's brands as AdCP brand.json, with logo URLs signed for one day",
  access: {
    scope: 'public',
  },
  input: { path: slugPath },
  errors: ['not_found', 'gone'],
  run: async ({ service, request }, { path }) =>
    Answer.json(200, await portalBrandJson(service, path.slug, request.headers), {
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
    }),
});
