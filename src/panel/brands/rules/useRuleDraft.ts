'use client';
// A rule's draft: saving and deleting the rule, and the errors of its fields.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { Issue } from '../../../core/errors.ts';
import { CallFailed, wordsOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';
import { draftOf, valueOf, type Draft } from './rule-draft.ts';

interface RuleDraft {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  busy: boolean;
  problem: string | null;
  /** The error of a field or anything inside it. */
  problemAt: (path: string) => string | null;
  save: () => Promise<void>;
  remove: (rule: Rule) => Promise<void>;
}

interface Options {
  brand: string;
  /** Null: a new rule. */
  rule: Rule | null;
  /** The context of a new rule. */
  context: string | null;
  onDone: () => void;
}

/** The request body. */
function bodyOf(draft: Draft, rule: Rule | null) {
  const { key, label, context, type, usage, assets } = draft;
  const spec = Object.fromEntries(Object.entries(draft.spec).filter(([, value]) => value !== undefined));
  return {
    key: key.trim(),
    ...(label.trim() ? { label: label.trim() } : {}),
    context: context.trim() || null,
    type,
    value: valueOf(draft, rule),
    spec,
    usage: usage.trim() || null,
    assets: assets.map(({ id, rendition }) => ({ id, rendition })),
  };
}

/** With `expected`, the server refuses a change if someone else changed the rule while the form was open. */
export function useRuleDraft({ brand, rule, context, onDone }: Options): RuleDraft {
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule, context));
  const [issues, setIssues] = useState<Issue[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, words: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setIssues([]);
    try {
      await work();
      toast.success(words);
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      if (error instanceof CallFailed) setIssues(error.issues);
      setBusy(false);
    }
  };
  return {
    draft,
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }));
    },
    busy,
    problem,
    problemAt: (path) =>
      issues.find(
        (issue) =>
          issue.path === path || issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`),
      )?.message ?? null,
    save: () => {
      const body = bodyOf(draft, rule);
      return rule
        ? act(() => call('update_rule', { id: rule.id, expected: rule.updatedAt, body }), 'Rule saved.')
        : act(() => call('create_rule', { brand, body }), 'Rule created.');
    },
    remove: ({ id, updatedAt }) =>
      act(() => call('delete_rule', { id, expected: updatedAt }), 'Rule deleted.'),
  };
}
