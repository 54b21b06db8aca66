import { z } from 'zod';
import { demandExpected, expectedQuery, rulesVersion } from '../../../src/brands/expected.ts';
import { loadBrand, rulesSeenBy } from '../../../src/brands/queries.ts';
import { RuleList } from '../../../src/brands/rules/schemas.ts';
import { contextsOf } from '../../../src/brands/publishing/state.ts';
import { changeOrder } from '../../../src/brands/rules/write-rules.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandQuery, onQueriedBrand } from '../schemas.ts';

export const changeRuleOrder = defineOperation({
  name: 'change_rule_order',
  http: {
    route: 'PUT /api/v1/brand/rules/order',
    tag: 'brands',
  },
  summary: "Reorder a brand's rules",
  description: 'By key, each once. Keys you leave out follow in their current order.',
  access: {
    scope: 'write',
    target: onQueriedBrand,
  },
  input: {
    query: brandQuery.extend(expectedQuery),
    body: z.strictObject({ keys: z.array(z.string().max(120)).min(1).max(10_000) }),
  },
  output: RuleList,
  errors: ['conflict', 'invalid'],
  run: async (context, { query, body }) => {
    const { id, workspaceId } = context.access;
    await demandExpected(context.db, id ?? '', 'rules', query.expected);
    await changeOrder(context, id ?? '', body.keys);
    const data = await rulesSeenBy(context.db, context.caller, workspaceId ?? '', id ?? '');
    const brand = await loadBrand(context.db, id ?? '');
    return { data, contexts: contextsOf(data), version: rulesVersion(brand?.state.rules ?? []) };
  },
});
