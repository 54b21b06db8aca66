import { defineOperation } from '../../src/core/operation.ts';
import { invalid } from '../../src/core/errors.ts';
import { demandPerson, ownProperties, resetSetting } from '../../src/core/settings/change.ts';
import { checkedByModule } from '../../src/core/settings/checks.ts';
import { Deleted, deleted } from '../deleted.ts';
import { contextQuery, definitionOf, inContext, keyPath, placeOf, recordChange } from './schemas.ts';

export const deleteSetting = defineOperation({
  name: 'delete_setting',
  http: {
    route: 'DELETE /api/v1/settings/{key}',
    tag: 'settings',
  },
  summary: 'Reset a setting to its inherited value',
  description:
    'The value is then inherited from the organization, the environment or the default. GET /api/v1/settings shows what applies.',
  access: {
    scope: 'admin',
    scopeOn: inContext,
  },
  input: { path: keyPath, query: contextQuery },
  output: Deleted,
  errors: ['invalid'],
  run: async (context, { path, query }) => {
    const { service, db, access } = context;
    const definition = definitionOf(service, path.key, query.context);
    const place = placeOf(access, query.context);
    demandPerson(definition, context.caller, await ownProperties(db, definition, place));
    const clear = Object.keys(definition.properties);
    const unfit = await checkedByModule(db, definition.key, place, { set: {}, clear });
    if (unfit.length > 0) throw invalid(unfit);
    await recordChange(context, definition, place, await resetSetting(service, db, definition, place));
    return deleted;
  },
});
