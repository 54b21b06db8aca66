'use client';
// A rule's draft: saving and deleting the rule, merging what somebody else saved meanwhile, and the errors of its fields.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { Issue } from '../../../core/errors.ts';
import { CallFailed, wordsOf } from '../../client/api.ts';
import type { Stored } from '../../client/drafts/kept-drafts.ts';
import { useDraft, type Draft as Edits } from '../../client/drafts/useDraft.ts';
import { call } from '../../client/operations.ts';
import { useWords } from '../../words/useWords.ts';
import { changersOf } from '../changers.ts';
import { draftOf, keyOfDraft, valueOf, type Draft } from './rule-draft.ts';

export interface RuleDraft {
  edits: Edits<Draft>;
  change: (part: Partial<Draft>) => void;
  busy: boolean;
  problem: string | null;
  /** The error of a field or anything inside it. */
  problemAt: (path: string) => string | null;
  /** Who changed the rule meanwhile. */
  by: readonly string[];
  save: () => Promise<void>;
  /** Ends a conflict, and saves. */
  saveMerged: (draft: Draft) => Promise<void>;
  remove: (rule: Rule) => Promise<void>;
}

interface Options {
  brand: string;
  /** Null: a new rule. */
  rule: Rule | null;
  /** The context of a new rule. */
  context: string | null;
  rules: readonly Rule[];
  onDone: () => void;
}

/** The request body. */
function bodyOf(draft: Draft, rule: Rule | null, rules: readonly Rule[]) {
  const { label, context, type, usage, assets } = draft;
  const spec = Object.fromEntries(Object.entries(draft.spec).filter(([, value]) => value !== undefined));
  return {
    key: keyOfDraft(draft, rules),
    ...(label.trim() ? { label: label.trim() } : {}),
    context: context.trim() || null,
    type,
    value: valueOf(draft, rule),
    spec,
    usage: usage.trim() || null,
    assets: assets.map(({ id, rendition }) => ({ id, rendition })),
  };
}

/** The rule as it's stored now; null if it's gone. */
async function readRule(brand: string, id: string): Promise<Rule | null> {
  const { data } = await call('list_rules', { brand });
  return data.find((rule) => rule.id === id) ?? null;
}

const storedOf = (rule: Rule | null, context: string | null = null): Stored<Draft> => ({
  value: draftOf(rule, context),
  version: rule?.updatedAt ?? 'new',
});

const isUnder = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

const isConflict = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.status === 409;

/** With `expected`, the server refuses a change if someone else changed the rule while the form was open. */
export function useRuleDraft({ brand, rule, context, rules, onDone }: Options): RuleDraft {
  const edits = useDraft<Draft>(`${brand}/rules/${rule?.id ?? 'new'}`, storedOf(rule, context));
  const { t } = useWords();
  const [issues, setIssues] = useState<Issue[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [by, setBy] = useState<string[]>([]);

  const meet = async (id: string, error: CallFailed): Promise<boolean> => {
    const now = await readRule(brand, id);
    if (!now) return false;
    setBy(changersOf(error));
    edits.meet(storedOf(now));
    return true;
  };
  const act = async (work: () => Promise<unknown>, words: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setIssues([]);
    try {
      await work();
      toast.success(words);
      onDone();
    } catch (error) {
      setBusy(false);
      if (rule && isConflict(error) && (await meet(rule.id, error).catch(() => false))) return;
      setProblem(wordsOf(error));
      if (error instanceof CallFailed) setIssues(error.issues);
    }
  };
  const send = async (draft: Draft, expected: string): Promise<void> => {
    const body = bodyOf(draft, rule, rules);
    const { data } = rule
      ? await call('update_rule', { id: rule.id, expected, body })
      : await call('create_rule', { brand, body });
    if (rule) edits.settle(storedOf(data), draft);
    else edits.discard();
  };
  return {
    edits,
    change: (part) => edits.change((before) => ({ ...before, ...part })),
    busy,
    problem,
    problemAt: (path) => issues.find((issue) => isUnder(issue.path, path))?.message ?? null,
    by,
    save: async () => {
      const { value } = edits;
      if (value) await act(() => send(value, edits.version), t(rule ? 'rules:saved' : 'rules:created'));
    },
    saveMerged: async (draft) => {
      const expected = edits.conflict?.theirs.version ?? edits.version;
      edits.resolve(draft);
      await act(() => send(draft, expected), t('rules:saved'));
    },
    remove: ({ id, updatedAt }) =>
      act(async () => {
        await call('delete_rule', { id, expected: updatedAt });
        edits.discard();
      }, t('rules:deleted')),
  };
}
