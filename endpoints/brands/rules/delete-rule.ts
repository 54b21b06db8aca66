import { z } from 'zod';
import { demandExpected, expectedRuleQuery } from '../../../src/brands/expected.ts';
import { removeRule } from '../../../src/brands/rules/write-rules.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { Deleted, deleted } from '../../deleted.ts';
import { onRule, rulePath } from '../schemas.ts';

export const deleteRule = defineOperation({
  name: 'delete_rule',
  http: {
    route: 'DELETE /api/v1/brand/rules/{id}',
    tag: 'brands',
  },
  summary: 'Delete a rule from its brand; pages that show it list it as missing',
  access: {
    scope: 'write',
    abilities: ['delete'],
    target: onRule,
    proposedBy: ['propose_rules'],
  },
  input: { path: rulePath, query: z.object(expectedRuleQuery) },
  output: Deleted,
  errors: ['conflict'],
  run: async (context, { path, query }) => {
    await demandExpected(context.db, context.access.id ?? '', { rule: path.id }, query.expected);
    await removeRule(context, context.access.id ?? '', path.id.toLowerCase());
    return deleted;
  },
});
