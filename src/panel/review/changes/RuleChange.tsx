'use client';
// Changed, new and removed brand rules, with color swatches and text diffs.
import type { ReactNode } from 'react';
import { wordsOfRule } from '../../brands/rules/RuleSample.tsx';
import { valueWords } from '../../events/event-words.ts';
import type { Named, ProposedRule } from '../proposal/proposed.ts';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { Facts } from './Facts.tsx';
import { jsonEqual } from './json-equal.ts';
import { Placeholder, Sides, TextSides } from './Sides.tsx';
import { useWords } from '../../words/useWords.ts';

function RuleValue({ rule }: { rule: ProposedRule | null }) {
  if (!rule) return <Placeholder />;
  if (rule.type === 'color')
    return (
      <span className="mq-said">
        <span className="mq-bigspot" style={{ background: wordsOfRule(rule) }} aria-hidden="true" />
        <code>{wordsOfRule(rule)}</code>
      </span>
    );
  if (rule.type === 'font')
    return (
      <span className="mq-said" style={{ fontFamily: wordsOfRule(rule).split(',')[0] }}>
        {wordsOfRule(rule)}
      </span>
    );
  return <span className="mq-text">{wordsOfRule(rule)}</span>;
}

function RuleSpec({ rule, keys }: { rule: ProposedRule | null; keys: readonly string[] }) {
  const { t } = useWords();
  return (
    <Facts
      facts={keys.map((key) => [
        key,
        rule?.spec[key] === undefined ? (
          <Placeholder>{t('ui:notSet')}</Placeholder>
        ) : (
          valueWords(rule.spec[key], t)
        ),
      ])}
    />
  );
}

function RuleFiles({ rule }: { rule: ProposedRule | null }) {
  const { t } = useWords();
  if (!rule || rule.assets.length === 0) return <Placeholder>{t('ui:none')}</Placeholder>;
  return (
    <span className="mq-files-of">
      {rule.assets.map(({ id, rendition }) => (
        <AssetLink key={`${id} ${rendition ?? ''}`} id={id} />
      ))}
    </span>
  );
}

interface ChangeProps {
  before: ProposedRule | null;
  /** Null: removed. */
  after: ProposedRule | null;
}

function ValueChange({ before, after }: ChangeProps) {
  const { t } = useWords();
  if (before && after && jsonEqual(before.value, after.value)) return null;
  if (after === null)
    return (
      <Sides before={<RuleValue rule={before} />} after={<Placeholder>{t('review:removed')}</Placeholder>} />
    );
  if (after.type === 'text')
    return <TextSides before={before ? wordsOfRule(before) : ''} after={wordsOfRule(after)} />;
  return <Sides before={<RuleValue rule={before} />} after={<RuleValue rule={after} />} />;
}

function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className="mq-label">{label}</p>
      {children}
    </>
  );
}

/** The keys of both specs whose values differ. */
function changedSpecKeys({ before, after }: ChangeProps): string[] {
  const keys = new Set([...Object.keys(before?.spec ?? {}), ...Object.keys(after?.spec ?? {})]);
  return [...keys].filter((key) => !jsonEqual(before?.spec[key], after?.spec[key]));
}

function OneRule({ name, before, after }: ChangeProps & { name: Named }) {
  const { t } = useWords();
  return (
    <section className="mq-change" data-rule={name.key}>
      <h3>
        {after?.label ?? before?.label ?? name.key}{' '}
        <span className="mq-muted">
          {name.key}
          {name.context ? ` · ${name.context}` : ''}
        </span>
      </h3>
      {before && after && before.label !== after.label && (
        <Labeled label={t('review:ruleLabel')}>
          <TextSides before={before.label} after={after.label} />
        </Labeled>
      )}
      <ValueChange before={before} after={after} />
      {after && <AboutChange before={before} after={after} />}
    </section>
  );
}

/** What goes with the value: how to use it, details and files, as far as they change. */
function AboutChange({ before, after }: { before: ProposedRule | null; after: ProposedRule }) {
  const { t } = useWords();
  const specKeys = changedSpecKeys({ before, after });
  const usageBefore = before?.usage ?? '';
  const usageAfter = after.usage ?? '';
  return (
    <>
      {usageBefore !== usageAfter && (
        <Labeled label={t('review:ruleUsage')}>
          <TextSides before={usageBefore} after={usageAfter} />
        </Labeled>
      )}
      {specKeys.length > 0 && (
        <Labeled label={t('review:ruleDetails')}>
          <Sides
            before={before ? <RuleSpec rule={before} keys={specKeys} /> : <Placeholder />}
            after={<RuleSpec rule={after} keys={specKeys} />}
          />
        </Labeled>
      )}
      {!jsonEqual(before?.assets ?? [], after.assets) && (
        <Labeled label={t('review:ruleFiles')}>
          <Sides before={<RuleFiles rule={before} />} after={<RuleFiles rule={after} />} />
        </Labeled>
      )}
    </>
  );
}

interface Props {
  before: readonly ProposedRule[];
  set: readonly ProposedRule[];
  remove: readonly Named[];
}

export function RuleChange({ before, set, remove }: Props) {
  const ruleBefore = ({ key, context }: Named): ProposedRule | null =>
    before.find((rule) => rule.key === key && rule.context === context) ?? null;
  return (
    <>
      {set.map((rule) => (
        <OneRule
          key={`${rule.key} ${rule.context ?? ''}`}
          name={rule}
          before={ruleBefore(rule)}
          after={rule}
        />
      ))}
      {remove.map((name) => (
        <OneRule
          key={`${name.key} ${name.context ?? ''}`}
          name={name}
          before={ruleBefore(name)}
          after={null}
        />
      ))}
    </>
  );
}
