import { z } from 'zod';
import { record } from '../../src/core/events/record.ts';
import { removeField } from '../../src/fields/change-field.ts';
import { fieldIdOf, lockedFieldsOf } from '../../src/fields/queries.ts';
import { FieldKey } from '../../src/fields/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { Deleted, deleted } from '../deleted.ts';

export const deleteField = defineOperation({
  name: 'delete_field',
  http: {
    route: 'DELETE /api/v1/fields/{key}',
    tag: 'fields',
  },
  summary: 'Delete a custom field and all its values, including suggested and inherited ones',
  access: {
    scope: 'write',
    // Its values are deleted on every asset.
    abilities: ['setup', 'delete'],
  },
  input: { path: z.object({ key: FieldKey }) },
  output: Deleted,
  run: async ({ req, db, access }, { path: { key } }) => {
    const workspaceId = access.workspaceId ?? '';
    const field = (await lockedFieldsOf(db, workspaceId)).find((one) => one.key === key);
    const id = await fieldIdOf(db, workspaceId, key);
    if (!field || !id)
      throw new ApiError(
        'not_found',
        'No field has this key. Call `list_fields` to see the available fields.',
      );
    const had = await removeField(db, workspaceId, key);
    await record(req, {
      type: 'field.deleted',
      workspaceId,
      subject: { kind: 'field', id },
      detail: { key, label: field.label, type: field.type, ...had },
    });
    return deleted;
  },
});
