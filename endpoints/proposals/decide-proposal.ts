import { z } from 'zod';
import { issuesOf } from '../../src/core/pipeline/error-response.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { listedProposalOf } from '../../src/review/queries.ts';
import { decisions, ListedProposal, Note } from '../../src/review/schemas.ts';
import { decide } from '../../src/review/decide.ts';
import { Once, onTarget, proposalPath } from './schemas.ts';

export const decideProposal = defineOperation({
  name: 'decide_proposal',
  http: {
    route: 'POST /api/v1/proposals/{id}/decision',
    tag: 'proposals',
    status: 200,
  },
  summary: 'Accept a proposal, as is or edited, or reject it with a note',
  description:
    "value is accepted in place of what was proposed. asset: what else to change about it. tags: {tags}. fields: {fields}. rule: {set, remove}. page: {page}. If a rule or page changed since it was proposed, you get a 409 with its current state (detail.present): review it, then accept a value that fits it and send the detail.seen of that 409 as seen. Deciding twice is also a 409. If it passes stages, this decides in the current one: accepting moves it on once the stage has what it needs, rejecting ends it. A 403 names a stage that you don't decide in.",
  access: {
    scope: 'write',
    abilities: ['approve'],
    target: onTarget,
  },
  input: {
    path: proposalPath,
    body: z
      .strictObject({
        decision: z.enum(decisions),
        note: Note.optional().describe('Reason; required with reject unless the workspace turned that off'),
        value: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Accepted in place of what was proposed'),
        seen: z
          .string()
          .max(64)
          .optional()
          .describe('detail.seen from the 409 with the current state: accept value in place of that state'),
      })
      .refine(({ value, seen }) => seen === undefined || value !== undefined, {
        path: ['value'],
        error: 'Required with seen. Send what to accept in place of the current state.',
      }),
  },
  output: z.object({ data: ListedProposal, once: Once.optional() }),
  errors: ['conflict', 'invalid'],
  agent: {
    title: 'Decide on a proposal',
    description:
      'Accepts a proposal, as is or edited through value, or rejects it with a note that tells the proposer why. If its target changed since, the call fails and returns the current state: then accept a value that fits it, passing the returned seen, or reject. Use it only when a person asked you to review; read the proposal first.',
    destructive: true,
  },
  run: async (context, { path, body }) => {
    const once = await decide(context, path.id, body, issuesOf);
    const { db, caller, access } = context;
    const data = await listedProposalOf(db, caller, access.workspaceId ?? '', path.id);
    return { data, ...(once ? { once } : {}) };
  },
});
