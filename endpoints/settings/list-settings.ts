import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { Setting } from '../../src/core/settings/schemas.ts';
import { contextQuery, inContext, placeOf, settingsIn } from './schemas.ts';

export const listSettings = defineOperation({
  name: 'list_settings',
  route: 'GET /api/v1/settings',
  tag: 'settings',
  summary: 'Every setting of an organization or a workspace as it applies there, with where it comes from',
  description:
    'Each property resolves on its own, from the narrowest place that says something: workspace, organization, the environment of the server, default. Secret properties come back as null; `secrets` says whether each is set.',
  scope: 'admin',
  ignoresUnknown: true,
  inOrganization: inContext,
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
