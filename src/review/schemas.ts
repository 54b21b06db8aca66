// Schemas of proposals.
import { z } from 'zod';
import { beforeParameter, CursorParameter } from '../core/paging.ts';
import { IncludeParameter } from '../assets/delivery/thumbnails.ts';
import { autoMarks } from '../proposals/auto-accept.ts';
import { proposalStatuses } from '../proposals/queue.ts';
import { describedAfter, ProposalKindName, ProposalResource } from './module-kinds.ts';

export const decisions = ['accept', 'reject'] as const;
export type Decision = (typeof decisions)[number];

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();
const JsonRecord = z.record(z.string(), z.unknown());

const StageDecision = z.object({
  decision: z.enum(decisions),
  by: z.string(),
  byId: z.uuid(),
  note: maybe(z.string()),
  edited: z.boolean().describe('They changed what was proposed'),
  outdated: z.boolean().describe("It was edited after them in the same stage, so it doesn't count"),
  at: z.iso.datetime(),
});

export const ProposalStage = z
  .object({
    id: z.string(),
    name: z.string(),
    needs: z.union([z.int(), z.literal('all')]).describe('How many must accept'),
    decisions: z.array(StageDecision).describe('Oldest first'),
    due: maybe(z.iso.datetime()).describe("The current stage's, if it has a due date"),
  })
  .meta({ id: 'ProposalStage' });

export const Proposal = z
  .object({
    id: z.uuid(),
    kind: ProposalKindName,
    target: z.object({
      resource: ProposalResource,
      id: z.uuid(),
      name: z.string().describe("The asset's title or filename, the name of anything else"),
      slug: maybe(z.string()).describe("The brand's"),
      mime: maybe(z.string()).describe("The asset's"),
    }),
    by: z.string().describe('The person, or the key if no person owns it'),
    byId: maybe(z.uuid()).describe('Send as `by` to list their other proposals'),
    agent: maybe(z.string()).describe('The key, if one proposed it'),
    agentId: maybe(z.uuid()).describe("Send as `by` to list the key's other proposals"),
    note: maybe(z.string()).describe('Reason given by the proposer'),
    before: maybe(JsonRecord).describe('The state when it was proposed; null if there was none'),
    after: JsonRecord.describe(describedAfter()),
    status: z.enum(proposalStatuses),
    decidedBy: maybe(z.string()),
    decidedAt: maybe(z.iso.datetime()),
    reviewNote: maybe(z.string()).describe('Why it was rejected'),
    stages: z.array(ProposalStage).describe('The stages it passes, in order; empty for none'),
    current: maybe(z.string()).describe('ID of the stage it is in, or was in when it ended'),
    auto: maybe(z.enum(autoMarks)).describe(
      'due: Marque accepts it within moments, as `agents.autoAccept` says. sample: kept for a person to review. accepted: by Marque',
    ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

/** A proposal in a list, as one caller sees it. */
export const ListedProposal = Proposal.extend({
  waitsForMe: z.boolean().describe('It waits, and you can decide on it now'),
}).meta({ id: 'ListedProposal' });
export type ListedProposal = z.infer<typeof ListedProposal>;

export const Note = z.string().trim().max(5000);
export const NoteToReviewer = Note.optional().describe('Reason, shown to the reviewer');

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const ProposalQuery = z.object({
  status: z
    .enum([...proposalStatuses, 'any'])
    .default('waiting')
    .describe('any: all of them'),
  kind: ProposalKindName.optional().describe('Such as tags, rights or page'),
  include: IncludeParameter,
  by: z.string().max(100).optional().describe('me, or the ID of the person or key that proposed it'),
  from: z
    .enum(['agents', 'people', 'team'])
    .optional()
    .describe('agents: proposed with a key; team: by people who are in a group with you, or their agents'),
  waitingFor: z.enum(['me']).optional().describe('me: only those that you can decide on now'),
  due: z
    .enum(['soon'])
    .optional()
    .describe(
      'soon: only those whose stage is due within a day (of a one-day stage: half a day), or overdue',
    ),
  target: z.string().max(100).optional().describe('ID of what they are about'),
  cursor: CursorParameter,
  before: beforeParameter(whole(1, Number.MAX_SAFE_INTEGER), 'Only proposals before this number'),
  limit: whole(1, 200).default(50),
});
export type ProposalQuery = z.output<typeof ProposalQuery>;
