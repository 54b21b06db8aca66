import { z } from 'zod';
import { isId } from '../../src/core/access/ids.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalsSeenBy } from '../../src/proposals/queries.ts';
import { Next } from '../../src/core/paging.ts';
import { Proposal, ProposalQuery } from '../../src/proposals/schemas.ts';
import { malformed } from '../../src/core/pipeline/error-response.ts';

export const listProposals = defineOperation({
  name: 'list_proposals',
  route: 'GET /api/v1/proposals',
  tag: 'proposals',
  summary: 'What waits for a person, and what became of it, newest first',
  description:
    'With write on what it is about: everything. With propose: your own. Before and after stand beside each other.',
  scope: 'propose',
  within: true,
  input: { query: ProposalQuery },
  output: z.object({
    data: z.array(Proposal),
    total: z.int().describe('Every match, whatever the page'),
    next: Next,
  }),
  tool: [
    {
      name: 'my_proposals',
      title: 'What became of my proposals',
      description:
        'Lists what you proposed, newest first: waiting, accepted, rejected or withdrawn, who decided and why (reviewNote). Use it before you propose something again, and to learn from what was rejected.',
      readOnly: true,
      preset: { by: 'me' },
      defaults: { status: 'any', limit: 20 },
    },
    {
      name: 'review_queue',
      title: 'List what waits for review',
      description:
        'Lists proposals (new assets, tags, field values, rules, pages), newest first, each with what stood there before and what it would become. Use it to see what waits for a decision; review_proposal decides. Your own are in my_proposals.',
      scope: 'write',
      readOnly: true,
      defaults: { limit: 20 },
    },
  ],
  run: async ({ db, caller, access }, { query }) => {
    const { by, target, ...rest } = query;
    const issues = [
      ...(by !== undefined && by !== 'me' && !isId(by)
        ? [{ path: 'by', message: 'me, or the id of a person or key.' }]
        : []),
      ...(target !== undefined && !isId(target)
        ? [{ path: 'target', message: 'The id of an asset or a brand.' }]
        : []),
    ];
    if (issues.length > 0) throw malformed(issues);
    return proposalsSeenBy(db, caller, access.workspaceId ?? '', {
      ...rest,
      by: by === undefined || by === 'me' ? null : by,
      mine: by === 'me',
      target: target ?? null,
    });
  },
});
