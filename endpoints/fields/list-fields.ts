import { z } from 'zod';
import { fieldsOf } from '../../src/fields/queries.ts';
import { answerOf } from '../../src/fields/rules.ts';
import { FieldAnswer } from '../../src/fields/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listFields = defineOperation({
  name: 'list_fields',
  http: {
    route: 'GET /api/v1/fields',
    tag: 'fields',
  },
  summary: 'List the custom fields of the workspace',
  access: {
    scope: 'read',
    within: true,
  },
  output: z.object({ data: z.array(FieldAnswer) }),
  agent: {
    title: 'List custom fields',
    description:
      'Lists the custom fields of assets in this workspace: their keys, types and options. Use it before proposing field values.',
    readOnly: true,
  },
  run: async ({ db, access }) => ({ data: (await fieldsOf(db, access.workspaceId ?? '')).map(answerOf) }),
});
