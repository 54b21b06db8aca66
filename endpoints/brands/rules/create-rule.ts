import { RuleInput } from '../../../src/brands/rules/schemas.ts';
import { ruleName } from '../../../src/brands/publishing/state.ts';
import { createRule as create, seenRules } from '../../../src/brands/rules/write-rules.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandQuery, OneRule, onQueriedBrand } from '../schemas.ts';

export const createRule = defineOperation({
  name: 'create_rule',
  http: {
    route: 'POST /api/v1/brand/rules',
    tag: 'brands',
    status: 201,
  },
  summary: 'Add a rule to a brand, after the existing ones',
  access: {
    scope: 'write',
    target: onQueriedBrand,
    proposedBy: ['propose_rules'],
  },
  input: { query: brandQuery, body: RuleInput },
  output: OneRule,
  errors: ['conflict', 'invalid'],
  run: async (context, { body }) => {
    const { id, workspaceId } = context.access;
    const made = await create(context, id ?? '', body);
    const [data] = await seenRules(context, workspaceId ?? '', id ?? '', [ruleName(made)]);
    if (!data) throw new Error('The new rule could not be read back.');
    return { data };
  },
});
