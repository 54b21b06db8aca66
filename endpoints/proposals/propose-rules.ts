import { RuleChanges } from '../../src/brands/rules/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalOf } from '../../src/review/queries.ts';
import { NoteToReviewer } from '../../src/review/schemas.ts';
import { proposeRules as propose } from '../../src/review/brand-proposals.ts';
import { brandQuery, onQueriedBrand } from '../brands/schemas.ts';
import { OneProposal } from './schemas.ts';

export const proposeRules = defineOperation({
  name: 'propose_rules',
  http: {
    route: 'POST /api/v1/brand/proposed-rules',
    tag: 'proposals',
    status: 201,
  },
  summary: 'Propose brand rules to set and remove; a person decides',
  description:
    'Validated like set_rules, but kept for review instead of written. Accepted as a whole or not at all. Sending the same proposal again while it waits returns the existing one.',
  access: {
    scope: 'propose',
    target: onQueriedBrand,
  },
  input: {
    query: brandQuery,
    body: RuleChanges.safeExtend({ note: NoteToReviewer }),
  },
  output: OneProposal,
  errors: ['invalid', 'rate_limited'],
  agent: {
    title: 'Propose brand rules',
    description:
      'Suggests new or changed rules of a brand: colors, wording, measures, fonts. A person decides; nothing changes until then. Read brand_rules first, change only what needs it, and give the reason in note.',
    idempotent: true,
  },
  run: async (context, { body: { set, remove, note } }) => {
    const edit = { set: set ?? [], remove: remove ?? [] };
    const id = await propose(context, context.access.id ?? '', edit, note);
    return { data: await proposalOf(context.db, id) };
  },
});
