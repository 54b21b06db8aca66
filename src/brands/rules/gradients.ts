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

/** Its stops with their colors; those without a position are spread evenly. */
export function stopsOf({ stops }: Gradient, known: Known): Stop[] {
  const last = stops.length - 1;
  return stops.map(({ color, at }, index) => {
    const isOwn = color.startsWith('#');
    const named = isOwn ? color : known.get(color)?.value;
    return {
      hex: typeof named === 'string' && named.startsWith('#') ? named : null,
      key: isOwn ? null : color,
      at: at === undefined ? index / last : at / 100,
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
