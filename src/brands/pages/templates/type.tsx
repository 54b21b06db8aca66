// Type: font specimens with their settings.
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { z } from 'zod';
import type { Font } from '../../rules/rule-types.ts';
import type { Rule } from '../../rules/schemas.ts';
import { type Surroundings, boxes, defineTemplate } from './contract.ts';
import { copies, Downloads, filesOf, Usage, valueText } from './parts.tsx';

interface FontSpec {
  role?: string;
  lineHeight?: number;
  tracking?: number | string;
  case?: 'none' | 'upper' | 'lower' | 'title';
  source?: string;
  license?: string;
  fallback?: string[];
}

const cases = { none: 'none', upper: 'uppercase', lower: 'lowercase', title: 'capitalize' } as const;
/** A family name is untrusted text in CSS: quoted, so that it stays one name. */
const quoted = (family: string): string => `"${family.replace(/["\\\n]/g, '')}"`;

/** The family and its fallbacks, as CSS takes them. */
function stackOf({ family }: Font, { fallback = [] }: FontSpec): string {
  const others = fallback.map((one) => (/^[a-z-]+$/.test(one) ? one : quoted(one)));
  return [quoted(family), ...others].join(', ');
}

function specimenStyle(font: Font, spec: FontSpec): CSSProperties {
  const { size, weight } = font;
  return {
    fontFamily: stackOf(font, spec),
    ...(size === undefined ? {} : { fontSize: size }),
    ...(weight === undefined ? {} : { fontWeight: weight }),
    ...(spec.lineHeight === undefined ? {} : { lineHeight: spec.lineHeight }),
    ...(spec.tracking === undefined
      ? {}
      : {
          letterSpacing: typeof spec.tracking === 'number' ? `${spec.tracking}em` : spec.tracking,
        }),
    ...(spec.case ? { textTransform: cases[spec.case] } : {}),
  };
}

/** @param copied a value that readers copy, in place of children */
function Detail({
  title,
  copied,
  children = copied,
}: {
  title: string;
  copied?: string;
  children?: ReactNode;
}): ReactElement {
  return (
    <div>
      <dt>{title}</dt>
      <dd {...(copied !== undefined && copies(copied))}>{children}</dd>
    </div>
  );
}

function Specimen({ rule, text, around }: { rule: Rule; text: string; around: Surroundings }): ReactElement {
  const spec = rule.spec as FontSpec;
  return (
    <article>
      <p className="mqb-specimen" style={specimenStyle(rule.value as Font, spec)}>
        {text}
      </p>
      <h3>{rule.label}</h3>
      <dl>
        <Detail title="Font">{valueText(rule)}</Detail>
        <Detail title="Font stack" copied={stackOf(rule.value as Font, spec)} />
        {spec.lineHeight === undefined ? null : <Detail title="Line height">{spec.lineHeight}</Detail>}
        {spec.source ? (
          <Detail title="Source">
            {/^https?:/.test(spec.source) ? (
              <a href={spec.source} rel="noopener noreferrer">
                {spec.source}
              </a>
            ) : (
              spec.source
            )}
          </Detail>
        ) : null}
        {spec.license ? <Detail title="License">{spec.license}</Detail> : null}
      </dl>
      {filesOf(rule, around).map((asset) => (
        <Downloads key={asset.id} asset={asset} named />
      ))}
      <Usage rule={rule} around={around} />
    </article>
  );
}

export const type = defineTemplate({
  name: 'type',
  title: 'Type',
  description: 'Fonts as specimens: family, size, weight, line height, source and license.',
  props: z.strictObject({
    specimen: z.string().trim().min(1).max(300).optional().describe('The sample text'),
  }),
  keys: { types: ['font'] },
  items: null,
  downloads: true,
  picture: boxes([10, 10, 44, 18], [10, 34, 76, 3, 0.5], [10, 41, 76, 3, 0.5], [10, 48, 50, 3, 0.5]),
  example: {
    template: 'type',
    title: 'Typefaces',
    keys: ['type.head', 'type.body'],
    props: { specimen: 'Made well.' },
  },
  Renderer: ({ props, rules, around }) => (
    <div className="mqb-type">
      {rules.map((rule) => (
        <Specimen key={rule.id} rule={rule} text={props.specimen ?? around.brand.name} around={around} />
      ))}
    </div>
  ),
});
