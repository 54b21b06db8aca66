import { demandExpected, expectedQuery, rulesVersion } from '../../../src/brands/expected.ts';
import { RuleChanges, RuleList } from '../../../src/brands/schemas.ts';
import { contextsOf, ruleName } from '../../../src/brands/publishing/state.ts';
import { seenRules, writeRules } from '../../../src/brands/rules/write-rules.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandQuery, onQueriedBrand } from '../schemas.ts';

export const setRules = defineOperation({
  name: 'set_rules',
  route: 'PATCH /api/v1/brand/rules',
  tag: 'brands',
  summary: 'Set and remove rules of a brand, all or none, in one version',
  description:
    'Up to 100 in one call. A rule that is there keeps what you leave out; a new one needs its type and value. Answers the rules that were set.',
  scope: 'write',
  proposedBy: ['propose_rules'],
  target: onQueriedBrand,
  input: { query: brandQuery.extend(expectedQuery), body: RuleChanges },
  output: RuleList,
  errors: ['conflict', 'invalid'],
  tool: {
    title: 'Set rules of a brand',
    description:
      'Sets and removes rules of a brand in one call, all or none: colours, texts, numbers, lists, fonts. A 422 names every problem with its path. Read the rules first and send their version as expected, so that you overwrite no change by somebody else; what readers see changes with the next publish.',
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
