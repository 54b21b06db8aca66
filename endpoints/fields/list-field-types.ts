import { z } from 'zod';
import { FieldTypeEntry, fieldTypes } from '../../src/fields/types.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listFieldTypes = defineOperation({
  name: 'list_field_types',
  route: 'GET /api/v1/field-types',
  tag: 'fields',
  summary: "What custom fields may be of: Marque's own types, and those that plugins added",
  scope: 'read',
  within: true,
  output: z.object({ data: z.array(FieldTypeEntry) }),
  run: async () => ({ data: fieldTypes() }),
});
