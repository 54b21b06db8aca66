import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { Setting } from '../../src/core/settings/schemas.ts';
import { contextQuery, inContext, placeOf, settingsIn } from './schemas.ts';

export const listSettings = defineOperation({
  name: 'list_settings',
  http: {
    route: 'GET /api/v1/settings',
    tag: 'settings',
    ignoresUnknown: true,
  },
  summary: 'List the settings of an organization or workspace, with where each value comes from',
  description:
    'Each property is resolved on its own, from the first of these that sets it: workspace, organization, server environment, default. Secret properties are returned as null; `secrets` tells whether each is set.',
  access: {
    scope: 'admin',
    scopeOn: inContext,
  },
  input: { query: contextQuery },
  output: z.object({ data: z.array(Setting) }),
  run: async ({ service, db, access }, { query }) => ({
    data: await settingsIn(
      service,
      db,
      placeOf(access, query.context),
      service.settings.filter(({ contexts }) => contexts.includes(query.context)),
    ),
  }),
});
