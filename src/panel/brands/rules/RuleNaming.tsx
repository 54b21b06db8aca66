'use client';
// What a rule is called and its type; what code calls it, and the context it's for, under "Advanced".
import type { Rule, RuleType } from '../../../brands/rules/schemas.ts';
import { ChoicePart, Frame, TextPart } from '../../ui/form/inputs.tsx';
import { keyOfDraft, type Draft } from './rule-draft.ts';

const typeLabels: Record<RuleType, string> = {
  color: 'Colour',
  text: 'Text or files',
  number: 'Number',
  list: 'List',
  font: 'Typeface',
};

interface Props {
  draft: Draft;
  problemAt: (path: string) => string | null;
  onChange: (part: Partial<Draft>) => void;
}

/** @param isNew a rule's type can't be changed later */
export function RuleNaming({ draft, isNew, problemAt, onChange }: Props & { isNew: boolean }) {
  return (
    <>
      {isNew && (
        <ChoicePart
          id="mq-rule-type"
          label="Type"
          value={draft.type}
          options={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
          problem={problemAt('type')}
          onChange={(type) => onChange({ type: type as RuleType, spec: {}, value: '' })}
        />
      )}
      <TextPart
        id="mq-rule-label"
        label="Name"
        required
        value={draft.label}
        placeholder="Brand blue"
        maxLength={200}
        problem={problemAt('label')}
        onChange={(label) => onChange({ label })}
      />
    </>
  );
}

interface AdvancedProps extends Props {
  contexts: readonly string[];
  rules: readonly Rule[];
}

export function RuleAdvanced({ draft, contexts, rules, problemAt, onChange }: AdvancedProps) {
  const isWrong = problemAt('key') !== null || problemAt('context') !== null;
  return (
    <details className="mq-advanced" open={isWrong || undefined}>
      <summary>Advanced</summary>
      <div className="mq-pair">
        <TextPart
          id="mq-rule-key"
          label="Key"
          value={draft.key}
          placeholder={keyOfDraft(draft, rules) || 'color.brandBlue'}
          hint="What code, tokens and agents call it."
          maxLength={120}
          problem={problemAt('key')}
          onChange={(key) => onChange({ key })}
        />
        <Frame
          id="mq-rule-context"
          label="Context"
          problem={problemAt('context')}
          hint="Where it replaces the general rule, such as dark-background."
        >
          <input
            id="mq-rule-context"
            className="mq-input"
            list="mq-rule-contexts"
            placeholder="Everywhere"
            value={draft.context}
            onChange={(event) => onChange({ context: event.target.value })}
          />
          <datalist id="mq-rule-contexts">
            {contexts.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </Frame>
      </div>
    </details>
  );
}
