// The items of POST /api/v1/proposals, and what became of each.
import { z } from 'zod';
import { changeKinds } from '../../src/review/changes/index.ts';
import type { ChangeKind } from '../../src/review/changes/kind.ts';
import { describedKinds } from '../../src/review/kinds.ts';
import { openKinds, ProposalResource } from '../../src/review/module-kinds.ts';
import { NoteToReviewer, Proposal } from '../../src/review/schemas.ts';
import { ItemError } from '../item-error.ts';
import { brandKinds } from './brand-items.ts';
import { eachItem } from './each-item.ts';

export const maxItems = 200;
export const outcomes = ['created', 'replaced', 'already_waiting'] as const;

const Values = z.record(z.string(), z.unknown());

const assetKinds: readonly ChangeKind[] = Object.values(changeKinds);

/** The kinds that can be proposed here: changes to an asset, rules and pages of a brand, and those of modules. */
export const kindNames = (): string[] =>
  [...assetKinds, ...brandKinds, ...openKinds()].map(({ name }) => name);

export const Item = z.strictObject({
  // Lazy, so that modules have added theirs before it is built.
  kind: z.lazy(() =>
    z
      .string()
      .max(60)
      .describe(`What to propose: ${kindNames().join(', ')}`),
  ),
  target: z
    .strictObject({
      resource: ProposalResource,
      id: z.uuid().optional().describe('Omit it for your current workspace'),
      slug: z.string().min(1).max(100).optional().describe("A brand's, in place of its ID"),
    })
    .refine(({ resource, id, slug }) => (id ?? slug) !== undefined || resource === 'workspace', {
      message: 'Send the ID of what it is about.',
      path: ['id'],
    })
    .refine(({ resource, id, slug }) => slug === undefined || (resource === 'brand' && id === undefined), {
      message: 'Only a brand has one; send either its ID or its slug.',
      path: ['slug'],
    }),
  change: z.lazy(() =>
    Values.describe(
      [
        describedKinds(changeKinds, ({ described }) => described.change),
        ...[...brandKinds, ...openKinds()].map(({ name, described }) => `${name}: ${described}`),
      ].join('. '),
    ),
  ),
  expected: Values.optional().describe(
    'For changes to an asset, a theme, or the details of a brand or collection: the current values you expect, under the same names. If they differ, you get a conflict',
  ),
  note: NoteToReviewer,
});
export type Item = z.output<typeof Item>;

export const sentItem = eachItem(Item, () => ({ kind: '', target: { resource: 'workspace' }, change: {} }));

const unchanged = Values.describe('Values you sent that are already set');
export const Result = z.union([
  z.object({
    proposal: Proposal,
    outcome: z
      .enum(outcomes)
      .describe(
        'replaced: it replaces your earlier proposal for the same value. already_waiting: you proposed the same before',
      ),
    unchanged: unchanged.optional(),
  }),
  z.object({ unchanged }),
  z.object({ error: ItemError }),
]);
export type Result = z.input<typeof Result>;
