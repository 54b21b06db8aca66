'use client';
// Rules that belong together, each with a sample.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { RuleSample, wordsOfRule } from './RuleSample.tsx';

/** A colour's group, else the first part of the key. */
export function groupOf(rule: Rule): string {
  const { group } = rule.spec as { group?: string };
  const word = group ?? rule.key.split('.')[0] ?? rule.key;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface Props {
  group: string;
  rules: readonly Rule[];
  mayWrite: boolean;
  onOpen: (rule: Rule) => void;
}

export function RuleGroup({ group, rules, mayWrite, onOpen }: Props) {
  return (
    <section className="mq-section" aria-label={group}>
      <h2>{group}</h2>
      <ul className="mq-rules">
        {rules.map((rule) => (
          <li key={rule.id}>
            <button
              type="button"
              className="mq-rule"
              data-rule={rule.key}
              disabled={!mayWrite}
              onClick={() => onOpen(rule)}
            >
              <RuleSample rule={rule} />
              <span className="mq-rule__text">
                <strong>{rule.label}</strong>
                <span className="mq-muted">{rule.key}</span>
                {rule.type !== 'text' && rule.type !== 'list' && (
                  <span className="mq-rule__value">{wordsOfRule(rule)}</span>
                )}
                {rule.context && <span className="mq-badge">{rule.context}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
