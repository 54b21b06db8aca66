import { z } from 'zod';
import { record } from '../../src/events/record.ts';
import { checkDefinition } from '../../src/fields/rules.ts';
import { fieldsOf } from '../../src/fields/queries.ts';
import { Field, FieldInput } from '../../src/fields/schemas.ts';
import { statement } from '../../src/db/pool.ts';
import { defineOperation } from '../../src/operation.ts';
import { invalid, Refusal } from '../../src/refusal.ts';

const lockWorkspace = statement('fields:lock', 'select id from workspaces where id = $1 for update');

export const createField = defineOperation({
  name: 'create_field',
  route: 'POST /api/v1/fields',
  tag: 'fields',
  summary: 'Define a custom field for the assets of the workspace',
  scope: 'write',
  ability: 'setup',
  input: { body: FieldInput },
  output: z.object({ data: Field }),
  status: 201,
  refuses: ['conflict', 'invalid'],
  run: async ({ req, db, access }, { body }) => {
    const workspaceId = access.workspaceId ?? '';
    const field = { ...body, options: body.options ?? [], required: body.required ?? false };
    const issues = checkDefinition(field);
    if (issues.length > 0) throw invalid(issues);
    await db.query(lockWorkspace, [workspaceId]);
    if ((await fieldsOf(db, workspaceId)).some(({ key }) => key === field.key)) {
      throw new Refusal('conflict', `There is a field "${field.key}" already.`);
    }
    const { id } = await req.payload.create({
      collection: 'fields',
      data: { ...field, workspace: workspaceId },
      req,
      depth: 0,
    });
    await record(req, {
      type: 'field.created',
      workspaceId,
      subject: { kind: 'field', id },
      detail: { key: field.key, type: field.type },
    });
    return { data: field };
  },
});
