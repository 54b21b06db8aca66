import { z } from 'zod';
import { drawOpenApi } from '../../src/core/transports/openapi.ts';
import { defineOperation } from '../../src/core/operation.ts';
import type { Service } from '../../src/core/service.ts';

const documents = new WeakMap<Service, object>();

export const getOpenapi = defineOperation({
  name: 'get_openapi',
  http: {
    route: 'GET /api/v1/openapi.json',
    tag: 'service',
  },
  summary: 'Get the OpenAPI 3.1 description of this API',
  access: {
    scope: 'public',
  },
  output: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' }),

  run: async ({ service }) => {
    let document = documents.get(service);
    if (!document) {
      document = drawOpenApi(service.operations, {
        serverUrl: service.env.serverUrl,
        version: service.version,
        cookie: `${service.payload.config.cookiePrefix}-token`,
        tags: Object.assign({}, ...service.modules.map(({ tags }) => tags)) as Record<string, string>,
      });
      documents.set(service, document);
    }
    return document as { openapi: string };
  },
});
