import { z } from 'zod';
import { demandExpected, expectedRuleQuery } from '../../../src/brands/expected.ts';
import { rulesSeenBy } from '../../../src/brands/queries.ts';
import { RulePatch } from '../../../src/brands/rules/schemas.ts';
import { changeRule } from '../../../src/brands/rules/write-rules.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { OneRule, onRule, rulePath } from '../schemas.ts';

export const updateRule = defineOperation({
  name: 'update_rule',
  http: {
    route: 'PATCH /api/v1/brand/rules/{id}',
    tag: 'brands',
  },
  summary: "Update a rule; its type can't change",
  description:
    'Omitted fields stay. spec and assets are replaced as a whole. Changing the key updates everything that refers to it (pages, pairs, the theme).',
  access: {
    scope: 'write',
    target: onRule,
    proposedBy: ['propose_rules'],
  },
  input: { path: rulePath, query: z.object(expectedRuleQuery), body: RulePatch },
  output: OneRule,
  errors: ['conflict', 'invalid'],
  run: async (context, { path, query, body }) => {
    const { id, workspaceId } = context.access;
    await demandExpected(context.db, id ?? '', { rule: path.id }, query.expected);
    await changeRule(context, id ?? '', path.id.toLowerCase(), body);
    const rules = await rulesSeenBy(context.db, context.caller, workspaceId ?? '', id ?? '');
    const data = rules.find((rule) => rule.id === path.id.toLowerCase());
    if (!data) throw new Error('The updated rule could not be read back.');
    return { data };
  },
});
