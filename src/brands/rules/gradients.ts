// The stops of a gradient: a color of their own, or that of another rule. Pure.
import type { ColorSpec } from './rule-types.ts';

export type Gradient = NonNullable<ColorSpec['gradient']>;

/** What is known of other rules, by key: only the value of a color is used. */
type Known = ReadonlyMap<string, { value: unknown }>;

export interface Stop {
  /** Null: no such color in this context. */
  hex: string | null;
  /** The key of the rule that it is the color of; null: a color of its own. */
  key: string | null;
  /** From 0 to 1. */
  at: number;
}

/** Where a stop is, from 0 to 1: those without a position are spread evenly. */
export function positionOf({ stops }: Gradient, index: number): number {
  const at = stops[index]?.at;
  return at === undefined ? index / (stops.length - 1) : at / 100;
}

/** Its stops with their colors. */
export function stopsOf(gradient: Gradient, known: Known): Stop[] {
  return gradient.stops.map(({ color }, index) => {
    const isOwn = color.startsWith('#');
    const named = isOwn ? color : known.get(color)?.value;
    return {
      hex: typeof named === 'string' && named.startsWith('#') ? named : null,
      key: isOwn ? null : color,
      at: positionOf(gradient, index),
    };
  });
}

/** The colors that lie behind something on a gradient; of a plain color, itself. */
export function groundsOf(hex: string, gradient: Gradient | undefined, known: Known): string[] {
  const stops = gradient ? stopsOf(gradient, known).flatMap((stop) => stop.hex ?? []) : [];
  return stops.length > 0 ? stops : [hex];
}

const percent = (part: number): string => `${Math.round(part * 1e4) / 100}%`;

/** In words: `45°: #111111 0%, color.paper #ffffff 90%`. */
export function stopsText(gradient: Gradient, known: Known): string {
  const stops = stopsOf(gradient, known).map(({ hex, key, at }) =>
    [key, hex, percent(at)].filter((part) => part !== null).join(' '),
  );
  return `${gradient.angle === undefined ? '' : `${gradient.angle}°: `}${stops.join(', ')}`;
}
