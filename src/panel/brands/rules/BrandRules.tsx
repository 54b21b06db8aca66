'use client';
// A brand's rules by group, with samples. Each opens in a form.
import { useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FilterButtons } from '../../ui/form/FilterButtons.tsx';
import type { BrandTab } from '../brand-tab.ts';
import { RuleForm } from './RuleForm.tsx';
import { groupOf, RuleGroup } from './RuleGroup.tsx';
import { useRules } from './useRules.ts';

/** The rules that count in a context: its own, and the general ones that it doesn't replace. Null: all rules. */
function shownIn(rules: readonly Rule[], context: string | null): readonly Rule[] {
  if (context === null) return rules;
  const own = rules.filter((rule) => rule.context === context);
  const keys = new Set(own.map(({ key }) => key));
  return [...own, ...rules.filter((rule) => rule.context === null && !keys.has(rule.key))];
}

interface ToolsProps {
  contexts: readonly string[];
  /** Null: rules of all contexts are shown. */
  context: string | null;
  mayWrite: boolean;
  onContext: (context: string | null) => void;
  onAdd: () => void;
}

function RuleTools({ contexts, context, mayWrite, onContext, onAdd }: ToolsProps) {
  return (
    <div className="mq-room__tools">
      {contexts.length > 0 && (
        <FilterButtons
          label="Context"
          options={[null, ...contexts].map((one) => ({ value: one, label: one ?? 'All' }))}
          chosen={context}
          onChange={onContext}
        />
      )}
      {mayWrite && (
        <button type="button" className="mq-button mq-button--primary" onClick={onAdd}>
          Add a rule
        </button>
      )}
    </div>
  );
}

export function BrandRules({ brand, mayWrite, onChanged }: BrandTab) {
  const { data: rules, contexts, problem, loaded, again } = useRules(brand);
  const [context, setContext] = useState<string | null>(null);
  const [open, setOpen] = useState<Rule | 'new' | null>(null);
  const shown = shownIn(rules, context);
  const groups = [...new Set(shown.map(groupOf))];
  return (
    <>
      <RuleTools
        contexts={contexts}
        context={context}
        mayWrite={mayWrite}
        onContext={setContext}
        onAdd={() => setOpen('new')}
      />
      <Alert problem={problem} />
      {loaded && rules.length === 0 && (
        <p className="mq-quiet">
          No rules yet. A rule is one decision: a colour, a typeface, a sentence, a measure, a logo. Pages
          show them, and tokens carry them into code.
        </p>
      )}
      {groups.map((group) => (
        <RuleGroup
          key={group}
          group={group}
          rules={shown.filter((rule) => groupOf(rule) === group)}
          mayWrite={mayWrite}
          onOpen={setOpen}
        />
      ))}
      {open && (
        <RuleForm
          key={open === 'new' ? 'new' : open.id}
          brand={brand}
          rule={open === 'new' ? null : open}
          context={context}
          rules={rules}
          contexts={contexts}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            again();
            onChanged();
          }}
        />
      )}
    </>
  );
}
