import { Answer, defineOperation } from '../../src/core/operation.ts';
import { portalLlmsText } from '../../src/portals/agents.ts';
import { slugPath } from './schemas.ts';

export const getPortalLlmsText = defineOperation({
  name: 'get_portal_llms_text',
  http: {
    route: 'GET /p/{slug}/llms.txt',
    tag: 'portals',
    produces: 'text/plain',
  },
  summary: 'Get a public portal as llms.txt, an index for language models',
  access: {
    scope: 'public',
  },
  input: { path: slugPath },
  errors: ['not_found', 'gone'],
  run: async ({ service }, { path }) =>
    new Answer(
      200,
      { kind: 'bytes', bytes: Buffer.from(await portalLlmsText(service, path.slug)) },
      {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=60',
        'access-control-allow-origin': '*',
      },
    ),
});
