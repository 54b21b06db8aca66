// Checks the contrast of two colors of a brand, and finds the closest one that passes. Pure.
import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { suggestion } from '../../lib/nearest.ts';
import type { TokenSource } from '../tokens/contract.ts';
import { contrast, difference, leastForMarks, leastForText, shownRatio } from './contrast.ts';

/** WCAG 2.2, success criterion 1.4.6. */
const leastForTextAaa = 7;

const Color = z.object({
  token: z.string().nullable().describe('null: a hex value was sent'),
  hex: z.string(),
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

/** `#abc`, `#aabbcc` or `#aabbccdd`, as the last two. */
function hexIn(text: string): string | null {
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return null;
  const digits = text.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

function colorNamed(colors: ReadonlyMap<string, string>, path: string, name: string): Color {
  const hex = hexIn(name);
  if (hex !== null) return { token: null, hex };
  const own = colors.get(name);
  if (own !== undefined) return { token: name, hex: own };
  const message = name.startsWith('#')
    ? 'Not a color. Send #rrggbb, or the key of a token.'
    : `This brand has no color token "${name}". ${suggestion(name, [...colors.keys()])}`;
  throw invalid([{ path, message }]);
}

/** @throws ApiError invalid for what is neither a color nor a token of one */
export function checkedContrast(
  source: TokenSource,
  asked: { color: string; background: string },
): z.output<typeof ContrastCheck> {
  const colors = colorsOf(source);
  const color = colorNamed(colors, 'color', asked.color);
  const background = colorNamed(colors, 'background', asked.background);
  const ratio = contrast(color.hex, background.hex);
  const closest = (least: number): z.output<typeof Instead> => {
    const passing = [...colors]
      .map(([token, hex]) => ({ token, hex, ratio: contrast(hex, background.hex) }))
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
