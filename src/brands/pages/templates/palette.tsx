// Palette: colors with their codes for print and screen.
import { z } from 'zod';
import {
  leastForText,
  readableOnAll,
  rgbaOf,
  shownRatio as ratioText,
  worstContrast,
} from '../../rules/contrast.ts';
import { groundsOf, stopsOf, type Gradient } from '../../rules/gradients.ts';
import type { Rule } from '../../rules/schemas.ts';
import type { ColorSpec } from '../../rules/rule-types.ts';
import { boxes, defineTemplate } from './contract.ts';
import { Grid, Usage, valueText } from './parts.tsx';

const shown = ['hex', 'rgb', 'cmyk', 'pantone', 'ral', 'contrast'] as const;

/** A color mixed with white: at 100, the color itself. */
const tint = (of: string, percent: number): string => `color-mix(in srgb, ${of} ${percent}%, #ffffff)`;

function gradientOf(gradient: Gradient, known: ReadonlyMap<string, Rule>): string {
  const stops = stopsOf(gradient, known).map(({ hex }, index) => {
    const at = gradient.stops[index]?.at;
    return `${hex ?? 'transparent'}${at === undefined ? '' : ` ${at}%`}`;
  });
  return `linear-gradient(${gradient.angle ?? 180}deg, ${stops.join(', ')})`;
}

export const palette = defineTemplate({
  name: 'palette',
  title: 'Palette',
  description: 'Colors as swatches with codes for screen and print, tints, gradients and text contrast.',
  props: z.strictObject({
    show: z
      .array(z.enum(shown))
      .min(1)
      .max(shown.length)
      .default([...shown])
      .describe('Codes to show'),
    size: z.enum(['small', 'normal', 'large']).default('normal'),
  }),
  keys: { types: ['color'] },
  items: null,
  picture: boxes(
    [8, 12, 24, 26],
    [36, 12, 24, 26, 0.6],
    [64, 12, 24, 26, 0.3],
    [8, 43, 18, 3, 0.5],
    [36, 43, 18, 3, 0.5],
    [64, 43, 18, 3, 0.5],
  ),
  example: {
    template: 'palette',
    title: 'Primary colors',
    keys: ['color.primary', 'color.ink'],
    props: { size: 'large' },
  },
  Renderer: ({ section, props, rules, known, around }) => {
    const colors = new Map([...known].map(([key, rule]) => [key, valueText(rule)]));
    return (
      <Grid columns={section.columns}>
        {rules.map((rule) => {
          const hex = valueText(rule);
          const spec = rule.spec as ColorSpec;
          const { rgb, alpha } = rgbaOf(hex);
          const pair = spec.pair === undefined ? undefined : colors.get(spec.pair);
          const grounds = groundsOf(hex, spec.gradient, known);
          const readable = readableOnAll(grounds);
          const partner = pair ?? readable;
          const ratio = worstContrast(partner, grounds);
          // Unreadable pairs are named, not shown.
          const on = ratio < leastForText ? readable : partner;
          const codes: Record<(typeof shown)[number], string | null> = {
            hex,
            rgb: `${rgb.join(' ')}${alpha < 1 ? ` / ${Math.round(alpha * 100)}%` : ''}`,
            cmyk: spec.cmyk ? spec.cmyk.join(' ') : null,
            pantone: spec.pantone ?? null,
            ral: spec.ral ?? null,
            contrast: `${ratioText(ratio)}:1 with ${partner}${ratio < leastForText ? ' (not for text)' : ''}`,
          };
          return (
            <article key={rule.id} className="mqb-swatch" data-size={props.size}>
              <div
                className="mqb-swatch-color"
                style={{ background: spec.gradient ? gradientOf(spec.gradient, known) : hex, color: on }}
              >
                <span aria-hidden="true">Aa</span>
              </div>
              <h3>{rule.label}</h3>
              <dl>
                {props.show.flatMap((code) =>
                  codes[code] === null
                    ? []
                    : [
                        <div key={code}>
                          <dt>{code.toUpperCase()}</dt>
                          <dd>{codes[code]}</dd>
                        </div>,
                      ],
                )}
              </dl>
              {spec.tints ? (
                <ul className="mqb-tints">
                  {spec.tints.map((one) => (
                    <li key={one} style={{ background: typeof one === 'number' ? tint(hex, one) : one }}>
                      <span>{typeof one === 'number' ? `${one}%` : one}</span>
                    </li>
                  ))}
                </ul>
              ) : null}
              <Usage rule={rule} around={around} />
            </article>
          );
        })}
      </Grid>
    );
  },
});
