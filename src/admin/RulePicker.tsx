'use client';
// Choosing rules of a brand: several in an order, or one. Colours are shown as colours.
import type { Rule } from '../brands/schemas.ts';
import { CloseIcon } from './icons.tsx';
import { Frame } from './inputs.tsx';
import { Swatch } from './RuleSample.tsx';

/** One rule for each key: the one that holds everywhere, where there is one. */
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

/** @param rules those that may be chosen; a key that none of them has is shown as missing. */
export function RulesPart({ id, label, rules, keys, onChange }: ManyProps) {
  const offered = onePerKey(rules);
  const byKey = new Map(offered.map((rule) => [rule.key, rule]));
  const swapped = (from: number, to: number): string[] => {
    const next = [...keys];
    const [moved] = next.splice(from, 1);
    if (moved !== undefined) next.splice(to, 0, moved);
    return next;
  };
  return (
    <Frame id={id} label={label}>
      {keys.length > 0 && (
        <ul className="mq-chosen">
          {keys.map((key, index) => {
            const rule = byKey.get(key);
            return (
              <li key={key} className={rule ? '' : 'mq-chosen--missing'}>
                <Swatch rule={rule} />
                <span className="mq-chosen__name">{rule ? rule.label : `${key}: not there`}</span>
                <button
                  type="button"
                  className="mq-icon-button"
                  aria-label={`Move ${key} up`}
                  disabled={index === 0}
                  onClick={() => {
                    onChange(swapped(index, index - 1));
                  }}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="mq-icon-button"
                  aria-label={`Take away ${key}`}
                  onClick={() => {
                    onChange(keys.filter((one) => one !== key));
                  }}
                >
                  <CloseIcon />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <select
        id={id}
        className="mq-input"
        value=""
        onChange={(event) => {
          if (event.target.value) onChange([...keys, event.target.value]);
        }}
      >
        <option value="">Add a rule…</option>
        {offered
          .filter(({ key }) => !keys.includes(key))
          .map((rule) => (
            <option key={rule.key} value={rule.key}>
              {nameOf(rule)}
            </option>
          ))}
      </select>
    </Frame>
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
          onChange={(event) => {
            onChange(event.target.value || null);
          }}
        >
          <option value="">{none}</option>
          {value !== null && !chosen && <option value={value}>{value}: not there</option>}
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
