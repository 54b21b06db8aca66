import { z } from 'zod';
import { rankOf } from '../../src/core/access/ladder.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { errorIn, type ToolShape } from '../../src/core/tool.ts';
import { withdraw } from '../../src/review/decide.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onTarget, proposalPath } from './schemas.ts';

const Many = z.strictObject({ proposals: z.array(z.uuid()).min(1).max(200).describe('IDs') });

/** Many at once, each on its own. */
const many: ToolShape = {
  input: Many,
  each: true,
  requests: (given) => (given as z.output<typeof Many>).proposals.map((id) => ({ path: { id } })),
  result: (given, answers) => ({
    value: {
      results: (given as z.output<typeof Many>).proposals.map((proposal, at) => {
        const answer = answers[at];
        const error = answer && errorIn(answer);
        return error === undefined ? { proposal, ok: true } : { proposal, error };
      }),
    },
  }),
};

export const withdrawProposal = defineOperation({
  name: 'withdraw_proposal',
  http: {
    route: 'DELETE /api/v1/proposals/{id}',
    tag: 'proposals',
  },
  summary: 'Withdraw a proposal of yours while it is waiting',
  description: 'A proposed asset becomes a draft.',
  access: {
    scope: 'propose',
    target: onTarget,
  },
  input: { path: proposalPath },
  output: Deleted,
  errors: ['conflict'],
  agent: {
    name: 'withdraw_proposals',
    title: 'Withdraw proposals',
    description:
      'Takes back proposals of yours that still wait, with a result for each. A proposed asset becomes a draft. Find their IDs with my_proposals.',
    destructive: true,
    shape: many,
  },
  run: async (context, { path }) => {
    await withdraw(context, path.id, rankOf(context.access.scope) >= rankOf('write'));
    return deleted;
  },
});
