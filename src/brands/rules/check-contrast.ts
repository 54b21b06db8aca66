// Checks the contrast of two colors or gradients of a brand, and finds the closest color that passes. Pure.
import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { suggestion } from '../../lib/nearest.ts';
import type { TokenSource } from '../tokens/contract.ts';
import { contrast, difference, leastForMarks, leastForText, shownRatio, worstContrast } from './contrast.ts';

/** WCAG 2.2, success criterion 1.4.6. */
const leastForTextAaa = 7;

const Color = z.object({
  token: z.string().nullable().describe('null: a hex value was sent'),
  hex: z.string().describe('For a gradient, the color of the stop with the lowest contrast'),
});
type Color = z.output<typeof Color>;
const Instead = Color.extend({ ratio: z.number() }).nullable();

export const ContrastCheck = z
  .object({
    color: Color,
    background: Color,
    ratio: z.number().describe('1 to 21, rounded down'),
    text: z.object({ AA: z.boolean(), AAA: z.boolean() }),
    largeText: z.object({ AA: z.boolean(), AAA: z.boolean() }).describe('From 24 px, or 18.66 px in bold'),
    ui: z.object({ AA: z.boolean() }).describe('Icons, borders of inputs and other marks that carry meaning'),
    instead: z
      .object({ text: Instead, ui: Instead })
      .partial()
      .describe(
        'The closest token that passes AA, for each of the two colors that fails; null if the brand has none',
      ),
  })
  .meta({ id: 'ContrastCheck' });

/** The colors of a brand by token, in its order. */
function colorsOf({ tokens }: TokenSource): Map<string, string> {
  const byKey = new Map(tokens.map((token) => [token.key, token.value]));
  return new Map(
    tokens.flatMap(({ key, value }): [string, string][] => {
      const target = value.type === 'alias' ? byKey.get(value.of) : value;
      return target?.type === 'color' ? [[key, target.hex]] : [];
    }),
  );
}

/** The gradients of a brand by token: the colors of their stops. */
function gradientsOf({ tokens }: TokenSource, colors: ReadonlyMap<string, string>): Map<string, string[]> {
  return new Map(
    tokens.flatMap(({ key, value }) =>
      value.type === 'gradient'
        ? [
            [
              key,
              value.stops.flatMap(({ color }) =>
                typeof color === 'string' ? color : (colors.get(color.alias) ?? []),
              ),
            ] as const,
          ]
        : [],
    ),
  );
}

/** `#abc`, `#aabbcc` or `#aabbccdd`, as the last two. */
function hexIn(text: string): string | null {
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return null;
  const digits = text.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

interface Named {
  token: string | null;
  /** One color, or those of a gradient's stops. */
  hexes: readonly string[];
}

function colorNamed(named: ReadonlyMap<string, readonly string[]>, path: string, name: string): Named {
  const hex = hexIn(name);
  if (hex !== null) return { token: null, hexes: [hex] };
  const own = named.get(name);
  if (own !== undefined) return { token: name, hexes: own };
  const message = name.startsWith('#')
    ? 'Not a color. Send #rrggbb, or the key of a token.'
    : `This brand has no color token "${name}". ${suggestion(name, [...named.keys()])}`;
  throw invalid([{ path, message }]);
}

/** The pair with the lowest contrast: of a gradient, it's its worst stop that counts. */
function worstPair(front: Named, back: Named): { color: Color; background: Color; ratio: number } {
  const pairs = front.hexes.flatMap((hex) =>
    back.hexes.map((behind) => ({
      color: { token: front.token, hex },
      background: { token: back.token, hex: behind },
      ratio: contrast(hex, behind),
    })),
  );
  return pairs.reduce((worst, pair) => (pair.ratio < worst.ratio ? pair : worst));
}

/** @throws ApiError invalid for what is neither a color nor a token of one */
export function checkedContrast(
  source: TokenSource,
  asked: { color: string; background: string },
): z.output<typeof ContrastCheck> {
  const colors = colorsOf(source);
  const named = new Map<string, readonly string[]>([
    ...[...colors].map(([key, hex]) => [key, [hex]] as const),
    ...gradientsOf(source, colors),
  ]);
  const behind = colorNamed(named, 'background', asked.background);
  const { color, background, ratio } = worstPair(colorNamed(named, 'color', asked.color), behind);
  const closest = (least: number): z.output<typeof Instead> => {
    const passing = [...colors]
      .map(([token, hex]) => ({ token, hex, ratio: worstContrast(hex, behind.hexes) }))
      .filter((one) => one.ratio >= least)
      .sort((one, other) => difference(one.hex, color.hex) - difference(other.hex, color.hex));
    const [first] = passing;
    return first ? { ...first, ratio: shownRatio(first.ratio) } : null;
  };
  return {
    color,
    background,
    ratio: shownRatio(ratio),
    text: { AA: ratio >= leastForText, AAA: ratio >= leastForTextAaa },
    largeText: { AA: ratio >= leastForMarks, AAA: ratio >= leastForText },
    ui: { AA: ratio >= leastForMarks },
    instead: {
      ...(ratio < leastForText ? { text: closest(leastForText) } : {}),
      ...(ratio < leastForMarks ? { ui: closest(leastForMarks) } : {}),
    },
  };
}
