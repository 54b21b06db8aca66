'use client';
// Selects of brand rules: several in order, or one. Colors show a swatch.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { ChosenPart } from '../../ui/ChosenPart.tsx';
import { Frame } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { Swatch } from './RuleSample.tsx';

/** One rule per key, preferring the one without a context. */
export function onePerKey(rules: readonly Rule[]): Rule[] {
  const byKey = new Map<string, Rule>();
  for (const rule of rules) if (!byKey.has(rule.key) || rule.context === null) byKey.set(rule.key, rule);
  return [...byKey.values()];
}

const nameOf = (rule: Rule): string => `${rule.label} (${rule.key})`;

interface ManyProps {
  id: string;
  label: string;
  rules: readonly Rule[];
  keys: readonly string[];
  onChange: (keys: string[]) => void;
}

/** @param rules the options; selected keys that aren't among them are shown as missing. */
export function RulesPart({ id, label, rules, keys, onChange }: ManyProps) {
  return (
    <ChosenPart
      id={id}
      label={label}
      noun="rule"
      choices={onePerKey(rules).map((rule) => ({
        value: rule.key,
        name: rule.label,
        label: nameOf(rule),
        mark: <Swatch rule={rule} />,
      }))}
      chosen={keys}
      onChange={onChange}
    />
  );
}

interface OneProps {
  id: string;
  label: string;
  none: string;
  rules: readonly Rule[];
  value: string | null;
  onChange: (key: string | null) => void;
  problem?: string | null | undefined;
}

export function RulePart({ id, label, none, rules, value, onChange, problem }: OneProps) {
  const { t } = useWords();
  const offered = onePerKey(rules);
  const chosen = offered.find(({ key }) => key === value);
  return (
    <Frame id={id} label={label} problem={problem}>
      <span className="mq-with-spot">
        <Swatch rule={chosen} />
        <select
          id={id}
          className="mq-input"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        >
          <option value="">{none}</option>
          {value !== null && !chosen && <option value={value}>{t('ui:missing', { name: value })}</option>}
          {offered.map((rule) => (
            <option key={rule.key} value={rule.key}>
              {nameOf(rule)}
            </option>
          ))}
        </select>
      </span>
    </Frame>
  );
}
