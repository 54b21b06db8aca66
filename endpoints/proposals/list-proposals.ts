import { z } from 'zod';
import { reviewApp } from '../../src/review/app/index.ts';
import { Included, includedOf } from '../../src/assets/delivery/thumbnails.ts';
import { isId } from '../../src/core/access/ids.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalsSeenBy } from '../../src/review/queries.ts';
import { Next } from '../../src/core/paging.ts';
import { ListedProposal, ProposalQuery } from '../../src/review/schemas.ts';
import { malformed } from '../../src/core/pipeline/error-response.ts';
import { queueWithUses } from './agent/queue-with-uses.ts';

export const listProposals = defineOperation({
  name: 'list_proposals',
  http: {
    route: 'GET /api/v1/proposals',
    tag: 'proposals',
  },
  summary: 'List proposals, waiting or decided, newest first',
  description:
    'With write on the target you see every proposal; with propose, your own. Each includes the values before and after, the stages it passes, and whether it waits for you.',
  access: {
    scope: 'propose',
    within: true,
  },
  input: { query: ProposalQuery },
  output: z.object({
    data: z.array(ListedProposal),
    total: z.int().describe('Number of matches across all pages'),
    next: Next,
    included: Included,
  }),
  agent: [
    {
      name: 'my_proposals',
      title: 'List my proposals',
      description:
        'Lists what you proposed, newest first: waiting, accepted, rejected or withdrawn, who decided and why (reviewNote). Use it before you propose something again, and to learn from rejections.',
      readOnly: true,
      app: reviewApp,
      preset: { by: 'me' },
      defaults: { status: 'any', limit: 20 },
      without: ['include', 'from', 'waitingFor', 'due'],
      legacy: ['before'],
    },
    {
      name: 'review_queue',
      title: 'List proposals to review',
      description:
        'Lists proposals, newest first, with the values before and after; usedIn counts where an asset to delete is used. Decide with review_proposal. Your own are in my_proposals.',
      scope: 'write',
      readOnly: true,
      app: reviewApp,
      defaults: { limit: 20 },
      without: ['include', 'from', 'due'],
      legacy: ['before'],
      result: queueWithUses,
    },
  ],
  run: async ({ db, caller, access, service }, { query }) => {
    const { by, target, ...rest } = query;
    const issues = [
      ...(by !== undefined && by !== 'me' && !isId(by)
        ? [{ path: 'by', message: 'Must be me, or the ID of a person or key.' }]
        : []),
      ...(target !== undefined && !isId(target)
        ? [{ path: 'target', message: 'Must be the ID of an asset, brand or other resource.' }]
        : []),
    ];
    if (issues.length > 0) throw malformed(issues);
    const { pictures, ...page } = await proposalsSeenBy(db, caller, access.workspaceId ?? '', {
      ...rest,
      by: by === undefined || by === 'me' ? null : by,
      mine: by === 'me',
      target: target ?? null,
    });
    return query.include === undefined
      ? page
      : { ...page, included: includedOf(service.env.serverUrl, pictures) };
  },
});
