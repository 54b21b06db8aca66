// Palette: colors with their codes for print and screen.
import type { ReactElement } from 'react';
import { z } from 'zod';
import {
  leastForText,
  readableOnAll,
  rgbaOf,
  shownRatio as ratioText,
  tint,
  worstContrast,
} from '../../rules/contrast.ts';
import { groundsOf, stopsOf, type Gradient } from '../../rules/gradients.ts';
import type { ColorSpec } from '../../rules/rule-types.ts';
import type { Rule } from '../../rules/schemas.ts';
import { boxes, defineTemplate, type Surroundings } from './contract.ts';
import { copies, Grid, Usage, valueText } from './parts.tsx';

const shown = ['hex', 'rgb', 'cmyk', 'pantone', 'ral', 'contrast'] as const;

type Code = (typeof shown)[number];

function gradientOf(gradient: Gradient, known: ReadonlyMap<string, Rule>): string {
  const stops = stopsOf(gradient, known).map(({ hex }, index) => {
    const at = gradient.stops[index]?.at;
    return `${hex ?? 'transparent'}${at === undefined ? '' : ` ${at}%`}`;
  });
  return `linear-gradient(${gradient.angle ?? 180}deg, ${stops.join(', ')})`;
}

interface SwatchProps {
  rule: Rule;
  show: readonly Code[];
  size: string;
  /** The page's rules and those that they refer to, by key. */
  known: ReadonlyMap<string, Rule>;
  around: Surroundings;
}

/** A color with what is written on it, and its codes. */
function codesOf(
  hex: string,
  spec: ColorSpec,
  known: ReadonlyMap<string, Rule>,
): { codes: Record<Code, string | null>; on: string } {
  const { rgb, alpha } = rgbaOf(hex);
  const pair = spec.pair === undefined ? undefined : known.get(spec.pair);
  const grounds = groundsOf(hex, spec.gradient, known);
  const readable = readableOnAll(grounds);
  const partner = pair ? valueText(pair) : readable;
  const ratio = worstContrast(partner, grounds);
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
    on: ratio < leastForText ? readable : partner,
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

function Swatch({ rule, show, size, known, around }: SwatchProps): ReactElement {
  const hex = valueText(rule);
  const spec = rule.spec as ColorSpec;
  const { codes, on } = codesOf(hex, spec, known);
  const gradient = spec.gradient ? gradientOf(spec.gradient, known) : null;
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
  Renderer: ({ section, props, rules, known, around }) => (
    <Grid columns={section.columns}>
      {rules.map((rule) => (
        <Swatch key={rule.id} rule={rule} show={props.show} size={props.size} known={known} around={around} />
      ))}
    </Grid>
  ),
});
