'use client';
// What differs between two versions of a brand.
import type { BrandVersionView } from '../../../brands/publishing/schemas.ts';
import { counted } from '../../ui/format.ts';
import { Swatch, wordsOfRule } from '../rules/RuleSample.tsx';

type Differences = BrandVersionView['differences'];
type RuleState = Differences['rules'][number]['after'];

function RuleValue({ state }: { state: RuleState }) {
  if (!state) return <span className="mq-muted">nothing</span>;
  const rule = { type: state.type, value: state.value, spec: state.spec as Record<string, unknown> };
  return (
    <span className="mq-said">
      <Swatch rule={rule} />
      {wordsOfRule(rule).slice(0, 200)}
    </span>
  );
}

const pageWords = { added: 'New page', changed: 'Changed page', removed: 'Removed page' } as const;

/** The differences between two versions. */
export function Changes({ differences }: { differences: Differences }) {
  const { name, theme, rules, pages, order } = differences;
  const none = !name && theme.length === 0 && rules.length === 0 && pages.length === 0 && !order;
  if (none) return <p className="mq-quiet">Nothing has changed.</p>;
  return (
    <ul className="mq-changes" aria-label="Changes">
      {name && (
        <li>
          <strong>Name</strong> {name.before} → {name.after}
        </li>
      )}
      {rules.map(({ key, context, before, after }) => (
        <li key={`${key} ${context ?? ''}`} data-changed={key}>
          <strong>{after?.label ?? before?.label ?? key}</strong>{' '}
          <span className="mq-muted">
            {key}
            {context ? ` for ${context}` : ''}
          </span>
          <span className="mq-changes__pair">
            <RuleValue state={before} />
            <span aria-hidden="true">→</span>
            <span className="mq-sr-only">becomes</span>
            <RuleValue state={after} />
          </span>
        </li>
      ))}
      {pages.map(({ slug, title, change, fields, sections }) => (
        <li key={slug} data-changed={slug}>
          <strong>{title}</strong> <span className="mq-muted">{pageWords[change]}</span>
          {change === 'changed' && (
            <span className="mq-muted">
              {[
                ...fields,
                ...(sections.added.length > 0 ? [`${counted(sections.added.length, 'section')} added`] : []),
                ...(sections.changed.length > 0
                  ? [`${counted(sections.changed.length, 'section')} changed`]
                  : []),
                ...(sections.removed.length > 0
                  ? [`${counted(sections.removed.length, 'section')} removed`]
                  : []),
              ].join(', ')}
            </span>
          )}
        </li>
      ))}
      {theme.length > 0 && (
        <li>
          <strong>Theme</strong> <span className="mq-muted">{theme.join(', ')}</span>
        </li>
      )}
      {order && (
        <li>
          <strong>Order</strong> <span className="mq-muted">Rules or pages were reordered</span>
        </li>
      )}
    </ul>
  );
}
