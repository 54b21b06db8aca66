import { demandExpected, expectedQuery, rulesVersion } from '../../../src/brands/expected.ts';
import { RuleChanges, RuleList } from '../../../src/brands/rules/schemas.ts';
import { contextsOf, ruleName } from '../../../src/brands/publishing/state.ts';
import { seenRules, writeRules } from '../../../src/brands/rules/write-rules.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandQuery, onQueriedBrand } from '../schemas.ts';

export const setRules = defineOperation({
  name: 'set_rules',
  http: {
    route: 'PATCH /api/v1/brand/rules',
    tag: 'brands',
  },
  summary: 'Set and remove rules of a brand in one version, all or nothing',
  description:
    'Up to 100 per call. An existing rule keeps the fields you leave out; a new one needs a type and a value. Returns the rules that were set.',
  access: {
    scope: 'write',
    target: onQueriedBrand,
    proposedBy: ['propose_rules'],
  },
  input: { query: brandQuery.extend(expectedQuery), body: RuleChanges },
  output: RuleList,
  errors: ['conflict', 'invalid'],
  agent: {
    title: 'Set rules of a brand',
    description:
      "Sets and removes a brand's rules (colors, texts, numbers, lists, fonts) in one call, all or nothing. A 422 lists every problem with its path. Read the rules first and send their version as expected. Readers see the changes after the next publish.",
    destructive: true,
    idempotent: true,
  },
  run: async (context, { query, body }) => {
    const { id, workspaceId } = context.access;
    await demandExpected(context.db, id ?? '', 'rules', query.expected);
    const { set, after } = await writeRules(context, id ?? '', {
      set: body.set ?? [],
      remove: body.remove ?? [],
    });
    return {
      data: await seenRules(context, workspaceId ?? '', id ?? '', set.map(ruleName)),
      contexts: contextsOf(after.rules),
      version: rulesVersion(after.rules),
    };
  },
});
