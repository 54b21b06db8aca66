import { llmsText } from '../../src/brands/for-agents.ts';
import { brandQuery } from '../../src/brands/queries.ts';
import { agentsView } from '../../src/brands/read-for-agents.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { brandPath, readsBrand } from './schemas.ts';

export const getBrandLlmsText = defineOperation({
  name: 'get_brand_llms_text',
  http: {
    route: 'GET /api/v1/brands/{slug}/llms.txt',
    tag: 'brands',
    produces: 'text/plain',
  },
  summary: 'Get a published brand as llms.txt, an index for language models',
  access: readsBrand,
  query: brandQuery,
  input: { path: brandPath },
  run: async ({ row, db, service, access }) => {
    const { slug } = row.brand;
    const brand = { id: access.id ?? '', workspaceId: access.workspaceId ?? '', slug };
    const view = await agentsView(db, service.env.serverUrl, brand);
    return new Answer(
      200,
      { kind: 'bytes', bytes: Buffer.from(llmsText(view)) },
      {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      },
    );
  },
});
