import { z } from 'zod';
import { actAs, demand } from '../../src/core/access/actor.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { answerOf, issuesOf } from '../../src/core/pipeline/error-response.ts';
import { stopIfCanceled } from '../../src/core/pipeline/cancellation.ts';
import { defineOperation, type Context } from '../../src/core/operation.ts';
import { batchResult, type ToolShape } from '../../src/core/tool.ts';
import { proposalStatuses } from '../../src/proposals/queue.ts';
import { proposalOf } from '../../src/review/queries.ts';
import { decisions, Note } from '../../src/review/schemas.ts';
import { decide } from '../../src/review/decide.ts';
import { ItemError } from '../item-error.ts';
import { Once } from './schemas.ts';

const Decided = z.object({
  id: z.uuid(),
  ok: z.literal(true),
  status: z.enum(proposalStatuses).describe('waiting: accepted in a stage, and others must decide too'),
  current: z.string().nullable().describe('ID of the stage it is in now, if it passes stages'),
  once: Once.optional(),
});
type Decided = z.output<typeof Decided>;
const Item = z.discriminatedUnion('ok', [
  Decided,
  z.object({ id: z.uuid(), ok: z.literal(false), error: ItemError }),
]);
const Body = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(500),
  decision: z.enum(decisions),
  note: Note.optional(),
});

const ToolInput = Body.omit({ ids: true }).extend({
  proposals: z.array(z.uuid()).min(1).max(200).describe('IDs'),
});

/** By the names that other tools use. */
const shape: ToolShape = {
  input: ToolInput,
  requests: (given) => {
    const { proposals, ...others } = given as z.output<typeof ToolInput>;
    return [{ body: { ids: proposals, ...others } }];
  },
  result: (_, answers) =>
    batchResult('proposal', answers, ({ status, current, once }: Decided) => ({
      // Accepted, but other stages follow: the agent must not take it for done.
      ...(status === 'waiting' && { waitsInStage: current }),
      ...(once && { once }),
    })),
};

/** Decides one proposal in its own transaction, so a failure doesn't affect the others. */
async function decideOne(
  context: Context,
  id: string,
  body: z.output<typeof Body>,
): Promise<z.input<typeof Item>> {
  const { service, caller, accessTo } = context;
  try {
    const access = await accessTo({ targetOfProposal: id });
    demand(access, 'write', 'approve', "the proposal's target");
    return await inTransaction(
      service.payload,
      (req) => {
        actAs(req, caller, access);
      },
      async (req, db) => {
        const once = await decide({ service, req, db, caller, accessTo }, id, body, issuesOf);
        const { status, current } = await proposalOf(db, id);
        return { id, ok: true as const, status, current, ...(once ? { once } : {}) };
      },
    );
  } catch (error) {
    const answer = answerOf(error, service.log, { operation: 'decide_proposals' });
    return {
      id,
      ok: false,
      error: (answer.body as { value: { error: z.input<typeof ItemError> } }).value.error,
    };
  }
}

export const decideProposals = defineOperation({
  name: 'decide_proposals',
  http: {
    route: 'POST /api/v1/proposals/batch',
    tag: 'proposals',
  },
  summary: 'Accept or reject many proposals at once',
  description:
    "Each is decided on its own, in request order: data reports success or failure for each, and a failure doesn't affect the others.",
  access: {
    scope: 'write',
    within: true,
  },
  readOnly: true, // each item opens a transaction of its own
  input: { body: Body },
  output: z.object({ data: z.array(Item) }),
  agent: {
    title: 'Decide on many proposals',
    description:
      'Accepts or rejects proposals as they are, with a result for each. Use it only when a person asked you to review, and after you read each of them with review_queue. A rejection needs a note that tells the proposers why.',
    destructive: true,
    shape,
  },
  run: async (context, { body }) => {
    const results = new Map<string, z.input<typeof Item>>();
    // Sequentially: proposals for the same asset would only wait for each other's locks.
    for (const id of new Set(body.ids)) {
      stopIfCanceled(context.request);
      results.set(id, await decideOne(context, id, body));
    }
    return { data: body.ids.flatMap((id) => results.get(id) ?? []) };
  },
});
