// Writing rules: what the rule operations share.
import type { PayloadRequest } from 'payload';
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import { invalid, ApiError, type Issue } from '../../core/errors.ts';
import { readableAssets } from '../assets-of.ts';
import { changeBrand, type ChangedBrand } from '../change-brand.ts';
import { rulesSeenBy, type LoadedBrand } from '../queries.ts';
import {
  below,
  editRules,
  issuesBeside,
  missingAssets,
  orderRules,
  renameRule,
  normalizeDraft,
  type RuleDraft,
  type RuleEdit,
} from './rules.ts';
import type { Rule } from './schemas.ts';
import { newlyMissing } from './rule-assets.ts';
import { ruleName, type BrandState, type RuleState } from '../publishing/state.ts';

export interface Writer {
  req: PayloadRequest;
  db: Db;
  caller: Caller;
}

/** New asset references of rules that the caller can't read; `at` gives the path of each rule. */
async function assetIssues(
  { db, caller }: Pick<Writer, 'db' | 'caller'>,
  brand: LoadedBrand,
  rules: readonly RuleState[],
  at: (index: number) => string,
): Promise<Issue[]> {
  const before = new Map(brand.state.rules.map((rule) => [ruleName(rule), rule]));
  const knownTo = (rule: RuleState) => (before.get(ruleName(rule))?.assets ?? []).map(({ id }) => id);
  const named = rules.flatMap((rule) =>
    rule.assets.map(({ id }) => id).filter((id) => !knownTo(rule).includes(id)),
  );
  const there = await readableAssets(db, caller, brand.workspaceId, named);
  return rules.flatMap((rule, index) =>
    below(at(index), missingAssets(rule, new Set([...there, ...knownTo(rule)]))),
  );
}

const keysText = (rules: readonly { key: string }[]): string => {
  const keys = [...new Set(rules.map(({ key }) => key))];
  return keys.length > 3 ? `${keys.slice(0, 3).join(', ')} and ${keys.length - 3} more` : keys.join(', ');
};

/**
 * The state of a brand with rules set and removed, all or nothing.
 * @throws ApiError invalid listing every problem at its path in the edit.
 */
export async function editedRules(
  writer: Pick<Writer, 'db' | 'caller'>,
  brand: LoadedBrand,
  edit: RuleEdit,
): Promise<{ state: BrandState; set: RuleState[] }> {
  const { state, set, issues: found } = editRules(brand.state, edit);
  // By position in the input: an invalid draft has no rule to search.
  const places = edit.set.map((draft, index) => ({
    index,
    rule: set.find((rule) => ruleName(rule) === ruleName(draft)),
  }));
  const valid = places.flatMap(({ index, rule }) => (rule ? [{ index, rule }] : []));
  const issues = [
    ...found,
    ...(await assetIssues(
      writer,
      brand,
      valid.map(({ rule }) => rule),
      (index) => `set[${valid[index]?.index ?? 0}]`,
    )),
  ];
  if (issues.length > 0) throw invalid(issues);
  return { state, set };
}

/** Sets and removes rules, all or nothing, in one version; `detail` is more for the event. */
export async function writeRules(
  writer: Writer,
  brandId: string,
  edit: RuleEdit,
  detail: Record<string, unknown> = {},
): Promise<{ set: RuleState[] } & ChangedBrand> {
  let set: RuleState[] = [];
  const changed = await changeBrand(
    writer.req,
    writer.db,
    brandId,
    { event: 'brand.rules_changed', detail },
    async (brand) => {
      const edited = await editedRules(writer, brand, edit);
      ({ set } = edited);
      const words = [
        ...(edit.set.length > 0 ? [`Set ${keysText(edit.set)}`] : []),
        ...(edit.remove.length > 0 ? [`Removed ${keysText(edit.remove)}`] : []),
      ];
      return { state: edited.state, summary: words.join('; ') };
    },
  );
  return { set, ...changed };
}

/** @throws ApiError conflict if a rule with this key and context exists. */
export async function createRule(writer: Writer, brandId: string, draft: RuleDraft): Promise<RuleState> {
  let made: RuleState | undefined;
  await changeBrand(writer.req, writer.db, brandId, { event: 'brand.rules_changed' }, async (brand) => {
    if (brand.rules.has(ruleName(draft)))
      throw new ApiError(
        'conflict',
        `A rule "${draft.key}"${draft.context ? ` for the context "${draft.context}"` : ''} already exists. PATCH it instead.`,
      );
    const { state, set, issues } = editRules(brand.state, { set: [draft], remove: [] });
    const all = [...issues.map(({ path, message }) => ({ path: path.replace(/^set\[0\]\.?/, ''), message }))];
    all.push(...(await assetIssues(writer, brand, set, () => '')));
    if (all.length > 0) throw invalid(all);
    [made] = set;
    return { state, summary: `Set ${draft.key}` };
  });
  if (!made) throw new Error('The new rule could not be read back.');
  return made;
}

/** The rule of a brand in a row. */
function ruleOfRow(brand: LoadedBrand, id: string): RuleState {
  const rule = brand.state.rules.find((one) => brand.rules.get(ruleName(one))?.id === id);
  if (!rule) throw new ApiError('not_found', 'Rule not found.');
  return rule;
}

/** Changes one rule. Another key or context renames it. */
export async function changeRule(
  writer: Writer,
  brandId: string,
  id: string,
  patch: Partial<RuleDraft>,
): Promise<void> {
  await changeBrand(writer.req, writer.db, brandId, { event: 'brand.rules_changed' }, async (brand) => {
    const before = ruleOfRow(brand, id);
    const draft = {
      ...patch,
      key: patch.key ?? before.key,
      context: patch.context === undefined ? before.context : patch.context,
    };
    const normalized = normalizeDraft(draft, before);
    if (!normalized.rule) throw invalid(normalized.issues);
    const { rule } = normalized;
    if (ruleName(rule) !== ruleName(before) && brand.rules.has(ruleName(rule)))
      throw new ApiError('conflict', `Another rule "${rule.key}" has this context.`);
    const state = renameRule(brand.state, before, rule);
    const issues = [...issuesBeside(rule, state), ...(await newlyMissing(writer, brand, rule, before))];
    if (issues.length > 0) throw invalid(issues);
    return {
      state,
      summary: `Changed ${rule.key}`,
      renamedRules: new Map([[ruleName(rule), ruleName(before)]]),
    };
  });
}

export async function removeRule(writer: Writer, brandId: string, id: string): Promise<void> {
  await changeBrand(writer.req, writer.db, brandId, { event: 'brand.rules_changed' }, (brand) => {
    const gone = ruleOfRow(brand, id);
    return {
      state: { ...brand.state, rules: brand.state.rules.filter((rule) => rule !== gone) },
      summary: `Removed ${gone.key}`,
    };
  });
}

export async function changeOrder(writer: Writer, brandId: string, keys: readonly string[]): Promise<void> {
  await changeBrand(
    writer.req,
    writer.db,
    brandId,
    { event: 'brand.rules_changed', detail: { ordered: true } },
    (brand) => {
      const { state, issues } = orderRules(brand.state, keys);
      if (issues.length > 0) throw invalid(issues);
      return { state, summary: 'Reordered the rules' };
    },
  );
}

/** The given rules as a caller sees them, in this order, read on the connection that just wrote them. */
export async function seenRules(
  { db, caller }: Writer,
  workspaceId: string,
  brandId: string,
  names: readonly string[],
): Promise<Rule[]> {
  const rules = await rulesSeenBy(db, caller, workspaceId, brandId);
  const byName = new Map(rules.map((rule) => [ruleName(rule), rule]));
  return names.flatMap((name) => byName.get(name) ?? []);
}
