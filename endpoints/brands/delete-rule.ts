import { removeRule } from '../../src/brands/write-rules.ts';
import { defineOperation } from '../../src/operation.ts';
import { Deleted, onRule, rulePath } from './schemas.ts';

export const deleteRule = defineOperation({
  name: 'delete_rule',
  route: 'DELETE /api/v1/brand/rules/{id}',
  tag: 'brands',
  summary: 'Remove a rule from its brand; pages that show it say that it is missing',
  scope: 'write',
  proposedBy: ['propose_rules'],
  on: onRule,
  input: { path: rulePath },
  output: Deleted,
  run: async (context, { path }) => {
    await removeRule(context, context.access.id ?? '', path.id.toLowerCase());
    return { data: { deleted: true as const } };
  },
});
