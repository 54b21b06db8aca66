'use client';
// The rules of a brand, the contexts that some of them are for, and their order.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { changesTo, useLive } from '../../client/live.ts';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { offerUndo } from '../../ui/undo.ts';
import { useWords } from '../../words/useWords.ts';

const shown = changesTo('brand');
const none: readonly Rule[] = [];

export function useRules(brand: string) {
  const { answer, problem, again } = useOperation('list_rules', { brand });
  useLive(shown, again);
  return {
    data: answer?.data ?? none,
    contexts: answer?.contexts ?? [],
    problem,
    loaded: answer !== null,
    again,
  };
}

/** Keys in the order of the rules, each once: a key's rules for contexts go with it. */
const keysOf = (rules: readonly Rule[]): string[] => [...new Set(rules.map(({ key }) => key))];

/**
 * Changes the order. It shows at once, and can be undone.
 *
 * @param stored the rules as loaded
 */
export function useRuleOrder(brand: string, stored: readonly Rule[], onChanged: () => void) {
  const { t } = useWords();
  /** As dragged, until the rules are loaded again. */
  const [moved, setMoved] = useState<{ of: readonly Rule[]; rules: readonly Rule[] } | null>(null);
  const rules = moved && moved.of === stored ? moved.rules : stored;
  const send = async (keys: string[]): Promise<void> => {
    await call('change_rule_order', { brand, body: { keys } });
    onChanged();
  };
  /** @param ids of some rules that take each other's places */
  const reorder = (ids: readonly string[]): void => {
    const before = keysOf(rules);
    const places = rules.flatMap(({ id }, at) => (ids.includes(id) ? [at] : []));
    const next = [...rules];
    for (const [at, place] of places.entries()) {
      const rule = rules.find(({ id }) => id === ids[at]);
      if (rule) next[place] = rule;
    }
    setMoved({ of: stored, rules: next });
    send(keysOf(next)).then(
      () => offerUndo(t('rules:orderChanged'), () => send(before), 'rule-order'),
      (error: unknown) => {
        setMoved(null);
        toast.error(wordsOf(error));
        onChanged();
      },
    );
  };
  return { rules, reorder };
}
