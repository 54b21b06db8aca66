'use client';
// A sample of a rule: a colour swatch, a typeface specimen, text, or thumbnails.
import type { Rule } from '../../../brands/rules/schemas.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';

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

/** A colour swatch; renders nothing for other rules. */
export function Swatch({ rule }: { rule: RuleLike | null | undefined }) {
  if (!rule || rule.type !== 'color' || typeof rule.value !== 'string') return null;
  return <span className="mq-spot" style={{ background: rule.value }} aria-hidden="true" />;
}

function Files({ assets }: { assets: Rule['assets'] }) {
  return (
    <span className="mq-sample__files">
      {assets.slice(0, 3).map((asset) => (
        <span key={`${asset.id} ${asset.rendition ?? ''}`} className="mq-filebox">
          <Thumbnail asset={asset} shownAt={120} />
        </span>
      ))}
    </span>
  );
}

export function RuleSample({ rule }: { rule: Rule }) {
  if (rule.type === 'color')
    return (
      <span className="mq-sample mq-sample--color">
        <span style={{ background: wordsOfRule(rule) }} />
      </span>
    );
  if (rule.assets.length > 0)
    return (
      <span className="mq-sample">
        <Files assets={rule.assets} />
      </span>
    );
  if (rule.type === 'font') {
    const { family, weight } = rule.value as { family: string; weight?: number };
    const { fallback } = rule.spec as { fallback?: string[] };
    return (
      <span
        className="mq-sample mq-sample--font"
        style={{ fontFamily: [`"${family}"`, ...(fallback ?? [])].join(', '), fontWeight: weight ?? 400 }}
        aria-hidden="true"
      >
        Ag
      </span>
    );
  }
  return <span className={`mq-sample mq-sample--${rule.type}`}>{wordsOfRule(rule)}</span>;
}
