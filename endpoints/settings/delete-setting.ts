import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { resetSetting } from '../../src/core/settings/change.ts';
import { contextQuery, definitionOf, inContext, keyPath, placeOf, recordChange } from './schemas.ts';

export const deleteSetting = defineOperation({
  name: 'delete_setting',
  route: 'DELETE /api/v1/settings/{key}',
  tag: 'settings',
  summary: 'Reset a setting to what lies above: the organization, the environment, the default',
  description: 'Doing it again changes nothing. GET /api/v1/settings says what applies from now on.',
  scope: 'admin',
  inOrganization: inContext,
  input: { path: keyPath, query: contextQuery },
  output: z.object({ data: z.object({ deleted: z.literal(true) }) }),
  run: async (context, { path, query }) => {
    const { service, db, access } = context;
    const definition = definitionOf(service, path.key, query.context);
    const place = placeOf(access, query.context);
    await recordChange(context, definition, place, await resetSetting(service, db, definition, place));
    return { data: { deleted: true as const } };
  },
});
