import { z } from 'zod';
import { answerOf, checkDefinition, definitionOf } from '../../src/fields/rules.ts';
import { lockedFieldsOf } from '../../src/fields/queries.ts';
import { FieldAnswer, FieldInput } from '../../src/fields/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { invalid, ApiError } from '../../src/core/errors.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const createField = defineOperation({
  name: 'create_field',
  http: {
    route: 'POST /api/v1/fields',
    tag: 'fields',
    status: 201,
  },
  summary: 'Define a custom field for the assets of the workspace',
  access: {
    scope: 'write',
    abilities: ['setup'],
  },
  input: { body: FieldInput },
  output: z.object({ data: FieldAnswer }),
  errors: ['conflict', 'invalid'],
  run: async ({ req, db, access }, { body }) => {
    const workspaceId = access.workspaceId ?? '';
    const { options = [], required = false, translated = false } = body;
    const given = { ...body, kind: null, options, required, translated };
    const issues = checkDefinition(given);
    if (issues.length > 0) throw invalid(issues);
    if ((await lockedFieldsOf(db, workspaceId)).some(({ key }) => key === given.key)) {
      throw new ApiError('conflict', `A field with the key "${given.key}" already exists.`);
    }
    await req.payload.create({
      collection: collectionSlug('fields'),
      data: { ...given, workspace: workspaceId },
      req,
      depth: 0,
    });
    return { data: answerOf(definitionOf(given)) };
  },
});
