'use client';
// A brand's rules by group, with samples. Each opens in a form.
import { useEffect, useState } from 'react';
import type { Rule } from '../../../brands/schemas.ts';
import { call, wordsOf } from '../../client/api.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleSample, wordsOfRule } from './RuleSample.tsx';

interface Rules {
  data: Rule[];
  contexts: string[];
}

/** A colour's group, else the first part of the key. */
function groupOf(rule: Rule): string {
  const { group } = rule.spec as { group?: string };
  const word = group ?? rule.key.split('.')[0] ?? rule.key;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function useRules(
  brand: string,
): Rules & { problem: string | null; loaded: boolean; again: () => void } {
  const [rules, setRules] = useState<Rules | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call<Rules>('GET', `/api/v1/brand/rules?brand=${encodeURIComponent(brand)}`, {
      signal: controller.signal,
    }).then(
      (answer) => {
        setRules(answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [brand, round]);
  return {
    data: rules?.data ?? [],
    contexts: rules?.contexts ?? [],
    problem,
    loaded: rules !== null,
    again: () => {
      setRound((before) => before + 1);
    },
  };
}

export function BrandRules({
  brand,
  mayWrite,
  onChanged,
}: {
  brand: string;
  mayWrite: boolean;
  onChanged: () => void;
}) {
  const { data: rules, contexts, problem, loaded, again } = useRules(brand);
  const [context, setContext] = useState<string | null>(null);
  const [open, setOpen] = useState<Rule | 'new' | null>(null);
  const own = rules.filter((rule) => rule.context === context);
  const shown =
    context === null
      ? rules
      : [
          ...own,
          ...rules.filter((rule) => rule.context === null && !own.some(({ key }) => key === rule.key)),
        ];
  const groups = [...new Set(shown.map(groupOf))];
  return (
    <>
      <div className="mq-room__tools">
        {contexts.length > 0 && (
          <div className="mq-filters" role="group" aria-label="Context">
            {[null, ...contexts].map((one) => (
              <button
                key={one ?? ''}
                type="button"
                aria-pressed={context === one}
                onClick={() => {
                  setContext(one);
                }}
              >
                {one ?? 'All'}
              </button>
            ))}
          </div>
        )}
        {mayWrite && (
          <button
            type="button"
            className="mq-button mq-button--primary"
            onClick={() => {
              setOpen('new');
            }}
          >
            Add a rule
          </button>
        )}
      </div>
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      {loaded && rules.length === 0 && (
        <p className="mq-quiet">
          No rules yet. A rule is one decision: a colour, a typeface, a sentence, a measure, a logo. Pages
          show them, and tokens carry them into code.
        </p>
      )}
      {groups.map((group) => (
        <section key={group} className="mq-section" aria-label={group}>
          <h2>{group}</h2>
          <ul className="mq-rules">
            {shown
              .filter((rule) => groupOf(rule) === group)
              .map((rule) => (
                <li key={rule.id}>
                  <button
                    type="button"
                    className="mq-rule"
                    data-rule={rule.key}
                    disabled={!mayWrite}
                    onClick={() => {
                      setOpen(rule);
                    }}
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
      ))}
      {open && (
        <RuleForm
          key={open === 'new' ? 'new' : open.id}
          brand={brand}
          rule={open === 'new' ? null : open}
          context={context}
          rules={rules}
          contexts={contexts}
          onClose={() => {
            setOpen(null);
          }}
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
