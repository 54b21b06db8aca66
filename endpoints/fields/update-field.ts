import { z } from 'zod';
import { fieldIdOf, lockedFieldsOf } from '../../src/fields/queries.ts';
import { answerOf, notTranslatable } from '../../src/fields/rules.ts';
import { FieldAnswer, FieldKey, FieldPatch } from '../../src/fields/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError, invalid } from '../../src/core/errors.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const updateField = defineOperation({
  name: 'update_field',
  http: {
    route: 'PATCH /api/v1/fields/{key}',
    tag: 'fields',
  },
  summary: "Change a custom field's label, options, type, or whether it is required or translated",
  description:
    'A new type is accepted if every value keeps its meaning (text that is an option, a date, a plain number, true or false, and all of these as text; types added by plugins may accept more); values are then converted. A change that would lose values, such as dropping an option in use or ending translation of a field that has translations, is rejected with their number in detail.count.',
  access: {
    scope: 'write',
    abilities: ['setup'],
  },
  input: { path: z.object({ key: FieldKey }), body: FieldPatch },
  output: z.object({ data: FieldAnswer }),
  errors: ['invalid'],
  run: async ({ req, db, access }, { path, body }) => {
    const workspaceId = access.workspaceId ?? '';
    await lockedFieldsOf(db, workspaceId);
    const id = await fieldIdOf(db, workspaceId, path.key);
    if (!id)
      throw new ApiError(
        'not_found',
        'No field has this key. Call `list_fields` to see the available fields.',
      );
    await req.payload.update({ collection: collectionSlug('fields'), id, data: body, req, depth: 0 });
    const field = (await lockedFieldsOf(db, workspaceId)).find(({ key }) => key === path.key);
    if (!field) throw new Error('The field that was just updated is missing.');
    // A change of the type ends translation, but not against the caller's word.
    if (body.translated && !field.translated) throw invalid([notTranslatable]);
    return { data: answerOf(field) };
  },
});
