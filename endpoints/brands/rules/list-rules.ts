import { z } from 'zod';
import { rulesApp } from '../../../src/brands/app/index.ts';
import { isId } from '../../../src/core/access/ids.ts';
import { contextAmong, rulesIn } from '../../../src/brands/rules/contexts.ts';
import { rulesVersion } from '../../../src/brands/expected.ts';
import { ruleOf, rulesQuery, toRules } from '../../../src/brands/queries.ts';
import { ContextName, RuleList } from '../../../src/brands/rules/schemas.ts';
import { contextsOf } from '../../../src/brands/publishing/state.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { brandQuery, onQueriedBrand } from '../schemas.ts';

export const listRules = defineOperation({
  name: 'list_rules',
  http: {
    route: 'GET /api/v1/brand/rules',
    tag: 'brands',
  },
  summary: "List a brand's rules in order",
  description:
    'With context: one rule per key, the one for that context or else the general one. A rule for a context inherits what it leaves out: usage, files and properties such as tints and pair. Without context: every rule as it is stored. With asset: rules that refer to that asset.',
  access: {
    scope: 'read',
    target: onQueriedBrand,
  },
  query: rulesQuery,
  input: {
    query: brandQuery.extend({
      context: ContextName.optional(),
      asset: z
        .string()
        .refine(isId, 'The id of an asset.')
        .optional()
        .describe('Only rules that refer to this asset'),
    }),
  },
  output: RuleList,
  errors: ['invalid'],
  agent: {
    title: 'Read the rules of a brand',
    description:
      "Lists a brand's rules: colors, type, wording, measures, logos, each with how to use it. Read it before you make anything for the brand; pass a context (such as dark-background) when you know where it will be used. Always take values from here, never from memory.",
    readOnly: true,
    app: rulesApp,
  },
  run: async ({ row }, { query }) => {
    const rules = toRules(row);
    const context = contextAmong(rules, query.context);
    const inContext = context === null ? rules : rulesIn(rules, context);
    const asset = query.asset?.toLowerCase();
    return {
      data:
        asset === undefined
          ? inContext
          : inContext.filter(({ assets }) => assets.some(({ id }) => id === asset)),
      contexts: contextsOf(rules),
      version: rulesVersion(row.rules.map(ruleOf)),
    };
  },
});
