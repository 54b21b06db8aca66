// Hooks for a rule written through Payload's own API and forms.
import type { FieldHook } from 'payload';
import { z } from 'zod';
import { actorIn } from '../../core/access/actor.ts';
import { workspaceIdOf } from '../../core/access/payload/workspace-field.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { invalid, type Issue } from '../../core/errors.ts';
import { givenAndStored, type Writing } from '../../core/events/changes.ts';
import { heldBrand } from '../part-hooks.ts';
import { ruleName, type RuleState } from '../publishing/state.ts';
import type { LoadedBrand } from '../queries.ts';
import { RuleAssetInput, type RuleType } from './schemas.ts';
import { newlyMissing } from './rule-assets.ts';
import { issuesBeside, issuesUnder, normalizeDraft, type RuleDraft } from './rules.ts';

interface Wrapped {
  is: unknown;
}
const isWrapped = (value: unknown): value is Wrapped =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'is' in value;

/**
 * A rule's value is stored as `{is: value}`: read back from a json column, the bare text "123" would become
 * the number 123. Never visible to readers and writers.
 */
export const wrapped = {
  beforeChange: [
    ({ value }) => (value === undefined || isWrapped(value) ? (value as unknown) : { is: value as unknown }),
  ],
  afterRead: [({ value }) => (isWrapped(value) ? value.is : (value as unknown))],
} satisfies Record<string, FieldHook[]>;

interface StoredRule {
  id: string;
  brand: unknown;
  key: string;
  label?: string | null;
  context?: string | null;
  type: RuleType;
  value: unknown;
  spec?: Record<string, unknown> | null;
  usage?: string | null;
  assets?: unknown;
}

/** A new rule goes last, or beside those with its key. */
function positionFor(rule: RuleState, brand: LoadedBrand): number {
  const last = Math.max(-1, ...[...brand.rules.values()].map(({ position }) => position));
  const sibling = brand.state.rules.find(({ key }) => key === rule.key);
  return sibling ? (brand.rules.get(ruleName(sibling))?.position ?? last) : last + 1;
}

/** A rule as Payload has it, as input. */
function draftOf(stored: Partial<StoredRule>, assets: RuleDraft['assets']): RuleDraft {
  return {
    key: stored.key ?? '',
    context: stored.context?.trim() || null,
    label: stored.label ?? undefined,
    type: stored.type,
    value: isWrapped(stored.value) ? stored.value.is : stored.value,
    spec: stored.spec,
    usage: stored.usage,
    assets,
  };
}

/** @throws ApiError invalid listing every problem. */
export async function normalizeRule(writing: Writing): Promise<Record<string, unknown>> {
  const { req } = writing;
  const { given, before: original } = givenAndStored<StoredRule>(writing);
  const brand = await heldBrand(req, workspaceIdOf(original?.brand ?? given.brand) ?? '');
  const merged = { ...original, ...given };
  const context = merged.context?.trim() || null;
  const name = ruleName({ key: merged.key ?? '', context });
  const row = brand.rules.get(name);
  const issues: Issue[] = [];
  if (row && row.id !== original?.id)
    issues.push({ path: 'key', message: 'A rule with this key and context already exists.' });
  const assets = z
    .array(RuleAssetInput)
    .max(50)
    .safeParse(merged.assets ?? []);
  if (!assets.success) issues.push(...issuesUnder('assets', assets.error));
  const before =
    brand.state.rules.find((rule) => original && brand.rules.get(ruleName(rule))?.id === original.id) ?? null;
  const normalized = normalizeDraft(draftOf(merged, assets.success ? assets.data : undefined), before);
  issues.push(...normalized.issues);
  if (normalized.rule) {
    const { rule } = normalized;
    const after = { rules: [...brand.state.rules.filter((one) => one !== before), rule] };
    issues.push(...issuesBeside(rule, after));
    const { system, caller } = await actorIn(req);
    if (!system)
      issues.push(...(await newlyMissing({ db: await transactionOf(req), caller }, brand, rule, before)));
  }
  if (issues.length > 0 || !normalized.rule) throw invalid(issues);
  const { rule } = normalized;
  return {
    ...given,
    ...rule,
    value: { is: rule.value },
    ...(original ? {} : { position: positionFor(rule, brand) }),
  };
}
