// What waits for a person, and what became of it.
import { z } from 'zod';
import { beforeParameter, CursorParameter } from '../core/paging.ts';

/** Kinds that change what an asset already has: POST /api/v1/proposals takes these. Each has a record in src/review/asset-changes.ts. */
export const changeKindNames = ['tags', 'fields', 'title', 'description', 'creator', 'rights'] as const;
export type ChangeKindName = (typeof changeKindNames)[number];
export const proposalKinds = ['asset', ...changeKindNames, 'rule', 'page'] as const;
export type ProposalKind = (typeof proposalKinds)[number];
export const proposalStatuses = ['waiting', 'accepted', 'rejected', 'withdrawn'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];
export const decisions = ['accept', 'reject'] as const;
export type Decision = (typeof decisions)[number];

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();
const Said = z.record(z.string(), z.unknown());

export const Proposal = z
  .object({
    id: z.uuid(),
    kind: z.enum(proposalKinds),
    target: z.object({
      resource: z.enum(['asset', 'brand']),
      id: z.uuid(),
      name: z.string().describe("The asset's title or filename, the brand's name"),
      slug: maybe(z.string()).describe("The brand's"),
      mime: maybe(z.string()).describe("The asset's"),
    }),
    by: z.string().describe('The person, or the key that has nobody behind it'),
    byId: maybe(z.uuid()).describe('To be sent as `by`, for what else they proposed'),
    agent: maybe(z.string()).describe('The key, where one proposed it'),
    agentId: maybe(z.uuid()).describe('The same for the key'),
    note: maybe(z.string()).describe('Why, as whoever proposed it says'),
    before: maybe(Said).describe('What stood there when it was proposed; null where there was nothing'),
    after: Said.describe(
      'asset: what is known of it. tags: {tags} to add, and {remove} where some go. fields: {fields} to set; null clears one. title, description, creator: the text, null for none. rights: {rights} as they would be. rule: {set, remove}, with rules as they would be. page: {page}',
    ),
    status: z.enum(proposalStatuses),
    decidedBy: maybe(z.string()),
    decidedAt: maybe(z.iso.datetime()),
    reviewNote: maybe(z.string()).describe('Why it was rejected'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

export const Note = z.string().trim().max(5000);

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const ProposalQuery = z.object({
  status: z
    .enum([...proposalStatuses, 'any'])
    .default('waiting')
    .describe('any: all of them'),
  kind: z.enum(proposalKinds).optional(),
  by: z
    .string()
    .max(100)
    .optional()
    .describe('me: your own. Else the id of the person or key that proposed it'),
  target: z.string().max(100).optional().describe('The id of an asset or brand: what is proposed for it'),
  cursor: CursorParameter,
  before: beforeParameter(whole(1, Number.MAX_SAFE_INTEGER), 'Only what was proposed before this number'),
  limit: whole(1, 200).default(50),
});
export type ProposalQuery = z.output<typeof ProposalQuery>;
