import { z } from 'zod';
import { notFound } from '../../src/core/errors.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalSeenBy } from '../../src/review/queries.ts';
import { ListedProposal } from '../../src/review/schemas.ts';
import { onTarget, proposalPath } from './schemas.ts';

export const getProposal = defineOperation({
  name: 'get_proposal',
  http: {
    route: 'GET /api/v1/proposals/{id}',
    tag: 'proposals',
  },
  summary: 'Get a proposal, waiting or decided',
  description: 'With write on the target you see every proposal; with propose, your own.',
  access: {
    scope: 'propose',
    target: onTarget,
  },
  input: { path: proposalPath },
  output: z.object({ data: ListedProposal }),
  run: async ({ db, caller, access }, { path }) => {
    const data = await proposalSeenBy(db, caller, access.workspaceId ?? '', path.id);
    if (!data) throw notFound();
    return { data };
  },
});
