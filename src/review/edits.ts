// What can be accepted in place of a proposal: the schema of each kind, and its errors.
import { z } from 'zod';
import { AssetPatch, TagList } from '../assets/schemas.ts';
import { PageInput } from '../brands/pages/schemas.ts';
import { RuleChanges } from '../brands/rules/schemas.ts';
import { invalid, ApiError, type Issue } from '../core/errors.ts';
import { FieldValue } from '../fields/schemas.ts';
import type { QueuedProposal } from '../proposals/queue.ts';
import { proposalKindNames } from './kinds.ts';
import { moduleKind, type ModuleProposalKind } from './module-kinds.ts';

/** Kinds of proposals other than changes to existing values, which have their schemas in changes/. */
export type OwnKind = 'asset' | 'tags' | 'fields' | 'rule' | 'page';

/** Schemas of the value that can be accepted in place of a proposal, by kind. */
export const values = {
  asset: AssetPatch.omit({ status: true, reviewNote: true, proposedTags: true, proposedFields: true }),
  tags: z.strictObject({ tags: TagList.min(1) }),
  fields: z.strictObject({
    fields: z
      .record(z.string(), FieldValue)
      .refine((fields) => Object.keys(fields).length > 0, 'Send at least one field.'),
  }),
  rule: RuleChanges,
  page: z.strictObject({ page: PageInput }),
} as const satisfies Record<OwnKind, z.ZodType>;

export function checkedValue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  issuesOf: (error: z.ZodError) => Issue[],
): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issues = issuesOf(parsed.error).map(({ path, message }) => ({
      path: path ? `value.${path}` : 'value',
      message,
    }));
    throw new ApiError(
      'invalid_request',
      issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
      { issues },
    );
  }
  return parsed.data;
}

/** True for Marque's own kinds; false for those of other modules. */
export const isOwn = ({ kind }: QueuedProposal): boolean => proposalKindNames.some((name) => name === kind);

/** @throws ApiError invalid for a kind that can't be stale */
export function demandTakesSeen({ corrects, brand_id }: QueuedProposal, seen: string | undefined): void {
  if (seen !== undefined && !corrects && brand_id === null)
    throw invalid([{ path: 'seen', message: 'Only rules, pages and corrections accept `seen`.' }]);
}

/** @throws ApiError conflict if the module isn't installed any more */
export function demandModuleKind({ kind }: QueuedProposal): ModuleProposalKind {
  const known = moduleKind(kind);
  if (known) return known;
  throw new ApiError(
    'conflict',
    'The module that this proposal came from is not installed. Install it again, or reject the proposal.',
  );
}
