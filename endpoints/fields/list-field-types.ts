import { z } from 'zod';
import { FieldTypeEntry, fieldTypes } from '../../src/fields/types.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listFieldTypes = defineOperation({
  name: 'list_field_types',
  http: {
    route: 'GET /api/v1/field-types',
    tag: 'fields',
  },
  summary: "List the types of custom fields: Marque's own and those added by plugins",
  access: {
    scope: 'read',
    within: true,
  },
  output: z.object({ data: z.array(FieldTypeEntry) }),
  run: async () => ({ data: fieldTypes() }),
});
