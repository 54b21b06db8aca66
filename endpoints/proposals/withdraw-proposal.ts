import { rankOf } from '../../src/core/access/ladder.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { withdraw } from '../../src/review/decide.ts';
import { Deleted, deleted } from '../deleted.ts';
import { onTarget, proposalPath } from './schemas.ts';

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
  run: async (context, { path }) => {
    await withdraw(context, path.id, rankOf(context.access.scope) >= rankOf('write'));
    return deleted;
  },
});
