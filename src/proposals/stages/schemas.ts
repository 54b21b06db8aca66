// Stages that a proposal passes, and the routes that say which: the setting `review`.
import { z } from 'zod';
import { count } from '../../core/settings/schemas.ts';

const stageId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Use up to 40 lowercase letters, digits, dashes and underscores.');
const Id = z.uuid().toLowerCase();

/** A person, everyone in a group, or everyone who can approve. */
export const Holder = z.union([
  z.strictObject({ person: Id }),
  z.strictObject({ group: Id }),
  z.literal('approve'),
]);
export type Holder = z.output<typeof Holder>;

export const Stage = z.strictObject({
  id: stageId,
  name: z.string().trim().min(1).max(80),
  who: z.array(Holder).min(1, 'Name at least one person or group, or "approve".').max(50),
  needs: z
    .union([count(1, 1000), z.literal('all')])
    .default(1)
    .describe('How many of them must accept'),
  dueDays: count(1, 365).optional().describe('Days after the stage begins'),
});
export type Stage = z.output<typeof Stage>;

export const proposers = ['agent', 'link', 'person'] as const;
export type ProposerKind = (typeof proposers)[number];

export const Route = z.strictObject({
  when: z
    .strictObject({
      kind: z.string().max(40),
      collection: Id.describe('Also matches assets in collections inside it'),
      tag: z.string().trim().min(1).max(100),
      by: z.enum(proposers),
    })
    .partial()
    .default({})
    .describe('All of these must match; empty matches every proposal'),
  stages: z.array(stageId).max(20).describe('In this order. Empty: no stages'),
});
export type Route = z.output<typeof Route>;

export const Stages = z.array(Stage).max(20);
export const Routes = z.array(Route).max(50);
