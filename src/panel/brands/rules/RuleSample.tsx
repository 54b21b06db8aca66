'use client';
// A rule as a picture: a color swatch, a specimen in the real font, text, or its files on their grounds.
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { ThemeView } from '../../../brands/theme/schemas.ts';
import { FontMark, FontSpecimen } from './FontSpecimen.tsx';
import { Grounds, groundsOf } from './Grounds.tsx';
import './rules.css';

type RuleLike = Pick<Rule, 'type' | 'value'> & { spec?: Rule['spec'] | undefined };

/** The value as short text. */
export function wordsOfRule({ type, value, spec = {} }: RuleLike): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') {
    const { family, size, weight } = value as { family: string; size?: number | string; weight?: number };
    return [family, size, weight].filter((part) => part !== undefined).join(', ');
  }
  if (type === 'number') return `${value}${typeof spec.unit === 'string' ? ` ${spec.unit}` : ''}`;
  return String(value);
}

/** A color swatch; renders nothing for other rules. */
export function Swatch({ rule }: { rule: RuleLike | null | undefined }) {
  if (!rule || rule.type !== 'color' || typeof rule.value !== 'string') return null;
  return <span className="mq-spot" style={{ background: rule.value }} aria-hidden="true" />;
}

interface SampleProps {
  rule: Pick<Rule, 'type' | 'value' | 'spec' | 'assets' | 'context'>;
  theme?: ThemeView | null;
}

/** What a card of a rule shows. */
export function RuleSample({ rule, theme = null }: SampleProps) {
  if (rule.type === 'color')
    return (
      <span className="mq-sample mq-sample--color">
        <span style={{ background: wordsOfRule(rule) }} />
      </span>
    );
  if (rule.type === 'font') return <FontMark rule={rule} />;
  const [file] = rule.assets;
  if (file)
    return (
      <span className="mq-sample mq-sample--files">
        <Grounds asset={file} grounds={groundsOf(theme, rule.context)} />
      </span>
    );
  return <span className={`mq-sample mq-sample--${rule.type}`}>{wordsOfRule(rule)}</span>;
}

/** A rule as large as there's room, on its own page. */
export function RuleSpecimen({ rule, theme = null }: SampleProps) {
  if (rule.type === 'font') return <FontSpecimen rule={rule} />;
  if (rule.type === 'color')
    return (
      <div className="mq-sample mq-sample--color mq-sample--large">
        <span style={{ background: wordsOfRule(rule) }} />
      </div>
    );
  return rule.assets
    .slice(0, 4)
    .map((asset) => (
      <Grounds
        key={`${asset.id} ${asset.rendition ?? ''}`}
        asset={asset}
        grounds={groundsOf(theme, rule.context)}
        isLarge
      />
    ));
}
