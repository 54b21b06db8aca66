import { z } from 'zod';
import { malformed } from '../../src/core/pipeline/error-response.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { invalid, unknownProperty } from '../../src/core/errors.ts';
import { changeSetting, demandPerson } from '../../src/core/settings/change.ts';
import { checkedByModule } from '../../src/core/settings/checks.ts';
import { readChange, readExpected } from '../../src/core/settings/rules.ts';
import { Setting } from '../../src/core/settings/schemas.ts';
import {
  contextQuery,
  definitionOf,
  inContext,
  keyPath,
  placeOf,
  recordChange,
  settingsIn,
} from './schemas.ts';

export const updateSetting = defineOperation({
  name: 'update_setting',
  http: {
    route: 'PATCH /api/v1/settings/{key}',
    tag: 'settings',
  },
  summary: 'Set properties of a setting in an organization or a workspace',
  description:
    'The body contains the properties to change. Omitted properties keep their value, null resets one to its inherited value, and an empty secret keeps the stored one. `list_settings` lists the settings with their properties. Beside them, `expected` can have the values that you read, by property: if one of them has changed since, nothing is saved, and the response is a 409 whose `detail` says what it is now and who changed it. Send it with lists, which are replaced as a whole.',
  access: {
    scope: 'admin',
    scopeOn: inContext,
  },
  input: {
    path: keyPath,
    query: contextQuery,
    body: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9]*$/, unknownProperty), z.unknown()),
  },
  output: z.object({ data: Setting }),
  errors: ['invalid', 'conflict'],
  run: async (context, { path, query, body }) => {
    const { service, db, access } = context;
    const definition = definitionOf(service, path.key, query.context);
    const place = placeOf(access, query.context);
    const { properties, expected, issues: unexpected } = readExpected(definition, body);
    const { change, issues } = readChange(definition, properties);
    if (issues.length + unexpected.length > 0) throw malformed([...issues, ...unexpected]);
    demandPerson(definition, context.caller, [...Object.keys(change.set), ...change.clear]);
    const unfit = [
      ...((await definition.check?.(db, place, change.set)) ?? []),
      ...(await checkedByModule(db, definition.key, place, change)),
    ];
    if (unfit.length > 0) throw invalid(unfit);
    await recordChange(
      context,
      definition,
      place,
      await changeSetting(service, db, definition, place, change, expected),
    );
    const [setting] = await settingsIn(service, db, place, [definition]);
    if (!setting) throw new Error('The updated setting was not found.');
    return { data: setting };
  },
});
