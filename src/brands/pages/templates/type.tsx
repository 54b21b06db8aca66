// Type: font specimens with their settings.
import { z } from 'zod';
import type { Font } from '../../rules/rule-types.ts';
import { defineTemplate } from './contract.ts';
import { Usage, valueText } from './parts.tsx';

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

export const type = defineTemplate({
  name: 'type',
  title: 'Type',
  description: 'Fonts as specimens: family, size, weight, line height, source and licence.',
  props: z.strictObject({
    specimen: z.string().trim().min(1).max(300).optional().describe('The sample text'),
  }),
  keys: { types: ['font'] },
  items: null,
  example: {
    template: 'type',
    title: 'Typefaces',
    keys: ['type.head', 'type.body'],
    props: { specimen: 'Made well.' },
  },
  Renderer: ({ props, rules, around }) => (
    <div className="mqb-type">
      {rules.map((rule) => {
        const { family, size, weight } = rule.value as Font;
        const spec = rule.spec as FontSpec;
        const families = [
          quoted(family),
          ...(spec.fallback ?? []).map((one) => (/^[a-z-]+$/.test(one) ? one : quoted(one))),
        ];
        return (
          <article key={rule.id}>
            <p
              className="mqb-specimen"
              style={{
                fontFamily: families.join(', '),
                ...(size === undefined ? {} : { fontSize: size }),
                ...(weight === undefined ? {} : { fontWeight: weight }),
                ...(spec.lineHeight === undefined ? {} : { lineHeight: spec.lineHeight }),
                ...(spec.tracking === undefined
                  ? {}
                  : {
                      letterSpacing: typeof spec.tracking === 'number' ? `${spec.tracking}em` : spec.tracking,
                    }),
                ...(spec.case ? { textTransform: cases[spec.case] } : {}),
              }}
            >
              {props.specimen ?? around.brand.name}
            </p>
            <h3>{rule.label}</h3>
            <dl>
              <div>
                <dt>Font</dt>
                <dd>{valueText(rule)}</dd>
              </div>
              {spec.lineHeight === undefined ? null : (
                <div>
                  <dt>Line height</dt>
                  <dd>{spec.lineHeight}</dd>
                </div>
              )}
              {spec.source ? (
                <div>
                  <dt>Source</dt>
                  <dd>
                    {/^https?:/.test(spec.source) ? (
                      <a href={spec.source} rel="noopener noreferrer">
                        {spec.source}
                      </a>
                    ) : (
                      spec.source
                    )}
                  </dd>
                </div>
              ) : null}
              {spec.license ? (
                <div>
                  <dt>Licence</dt>
                  <dd>{spec.license}</dd>
                </div>
              ) : null}
            </dl>
            <Usage rule={rule} around={around} />
          </article>
        );
      })}
    </div>
  ),
});
