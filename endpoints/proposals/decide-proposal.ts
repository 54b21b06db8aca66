import { z } from 'zod';
import { issuesOf } from '../../src/core/pipeline/error-response.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { proposalOf } from '../../src/proposals/queries.ts';
import { decisions, Note } from '../../src/proposals/schemas.ts';
import { decide } from '../../src/review/decide.ts';
import { OneProposal, onTarget, proposalPath } from './schemas.ts';

export const decideProposal = defineOperation({
  name: 'decide_proposal',
  route: 'POST /api/v1/proposals/{id}/decision',
  tag: 'proposals',
  summary: 'Accept a proposal, as it is or edited, or reject it with a note',
  description:
    'value is accepted in place of what was proposed. asset: what else to change about it. tags: {tags}. fields: {fields}. rule: {set, remove}. page: {page}. A rule or page that has changed since it was proposed is a 409 with what stands there now (detail.present): once you have looked at it, accept a value that fits it, with the detail.seen of that 409 as seen. Deciding twice is a 409 too.',
  scope: 'write',
  ability: 'approve',
  target: onTarget,
  input: {
    path: proposalPath,
    body: z
      .strictObject({
        decision: z.enum(decisions),
        note: Note.optional().describe('Why; asked for with reject unless the workspace does without'),
        value: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Accept this in place of what was proposed'),
        seen: z
          .string()
          .max(64)
          .optional()
          .describe('detail.seen of the 409 that told what stands there now: accept value in place of that'),
      })
      .refine(({ value, seen }) => seen === undefined || value !== undefined, {
        path: ['value'],
        error: 'Say what to accept in place of what stands there now.',
      }),
  },
  output: OneProposal,
  status: 200,
  errors: ['conflict', 'invalid'],
  tool: {
    title: 'Decide on a proposal',
    description:
      'Accepts what somebody proposed, as it is or edited through value, or rejects it with a note that tells the proposer why. Where what it is about has changed since, it fails and tells what stands there now: then accept a value that fits it, with the seen that came along, or reject. Use it only when a person asked you to review; read the proposal first.',
    destructive: true,
  },
  run: async (context, { path, body }) => {
    await decide(context, path.id, body, issuesOf);
    return { data: await proposalOf(context.db, path.id) };
  },
});
