// Palette: colors with their codes for print and screen.
import type { ReactElement } from 'react';
import { z } from 'zod';
import {
  contrast,
  hexOf,
  leastForText,
  readableOn,
  rgbaOf,
  shownRatio as ratioText,
} from '../../rules/contrast.ts';
import type { ColorSpec } from '../../rules/rule-types.ts';
import type { Rule } from '../../rules/schemas.ts';
import { boxes, defineTemplate, type Surroundings } from './contract.ts';
import { copies, Grid, Usage, valueText } from './parts.tsx';

const shown = ['hex', 'rgb', 'cmyk', 'pantone', 'ral', 'contrast'] as const;

type Code = (typeof shown)[number];

/** A color mixed with white: at 100, the color itself. */
const tint = (of: string, percent: number): string =>
  hexOf(rgbaOf(of).rgb.map((channel) => 255 - ((255 - channel) * percent) / 100));

function gradientOf(
  gradient: NonNullable<ColorSpec['gradient']>,
  colors: ReadonlyMap<string, string>,
): string {
  const stops = gradient.stops.map(
    ({ color, at }) =>
      `${colors.get(color) ?? (color.startsWith('#') ? color : 'transparent')}${at === undefined ? '' : ` ${at}%`}`,
  );
  return `linear-gradient(${gradient.angle ?? 180}deg, ${stops.join(', ')})`;
}

interface SwatchProps {
  rule: Rule;
  show: readonly Code[];
  size: string;
  /** The values of all colors of the page, by key. */
  colors: ReadonlyMap<string, string>;
  around: Surroundings;
}

/** A color with what is written on it, and its codes. */
function codesOf(
  hex: string,
  spec: ColorSpec,
  colors: ReadonlyMap<string, string>,
): { codes: Record<Code, string | null>; on: string } {
  const { rgb, alpha } = rgbaOf(hex);
  const pair = spec.pair === undefined ? undefined : colors.get(spec.pair);
  const partner = pair ?? readableOn(hex);
  const ratio = contrast(partner, hex);
  return {
    codes: {
      hex,
      rgb: `${rgb.join(' ')}${alpha < 1 ? ` / ${Math.round(alpha * 100)}%` : ''}`,
      cmyk: spec.cmyk ? spec.cmyk.join(' ') : null,
      pantone: spec.pantone ?? null,
      ral: spec.ral ?? null,
      contrast: `${ratioText(ratio)}:1 with ${partner}${ratio < leastForText ? ' (not for text)' : ''}`,
    },
    // Unreadable pairs are named, not shown.
    on: ratio < leastForText ? readableOn(hex) : partner,
  };
}

function Codes({
  show,
  codes,
}: {
  show: readonly Code[];
  codes: Record<Code, string | null>;
}): ReactElement[] {
  return show.flatMap((code) => {
    const value = codes[code];
    if (value === null) return [];
    return [
      <div key={code}>
        <dt>{code.toUpperCase()}</dt>
        <dd {...(code === 'contrast' ? {} : copies(value))}>{value}</dd>
      </div>,
    ];
  });
}

function Tints({ of, tints }: { of: string; tints: NonNullable<ColorSpec['tints']> }): ReactElement {
  return (
    <ul className="mqb-tints">
      {tints.map((one) => {
        const color = typeof one === 'number' ? tint(of, one) : one;
        const name = typeof one === 'number' ? `${one}%: ${color}` : color;
        return (
          <li key={one} style={{ background: color }} {...copies(color, { name })}>
            <span>{typeof one === 'number' ? `${one}%` : one}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Swatch({ rule, show, size, colors, around }: SwatchProps): ReactElement {
  const hex = valueText(rule);
  const spec = rule.spec as ColorSpec;
  const { codes, on } = codesOf(hex, spec, colors);
  const gradient = spec.gradient ? gradientOf(spec.gradient, colors) : null;
  return (
    <article className="mqb-swatch" data-size={size}>
      <div
        className="mqb-swatch-color"
        style={{ background: gradient ?? hex, color: on }}
        {...(show.includes('hex') ? { 'data-copies': hex } : {})}
      >
        <span aria-hidden="true">Aa</span>
      </div>
      <h3>{rule.label}</h3>
      <dl>
        <Codes show={show} codes={codes} />
        {gradient === null ? null : (
          <div>
            <dt>Gradient</dt>
            <dd {...copies(gradient)}>{gradient}</dd>
          </div>
        )}
      </dl>
      {spec.tints ? <Tints of={hex} tints={spec.tints} /> : null}
      <Usage rule={rule} around={around} />
    </article>
  );
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
        {rules.map((rule) => (
          <Swatch
            key={rule.id}
            rule={rule}
            show={props.show}
            size={props.size}
            colors={colors}
            around={around}
          />
        ))}
      </Grid>
    );
  },
});
