// The dominant colors of a picture as bytes, and how near they are to a color that is looked for. The search index and PostgreSQL read the
// same bytes.
import { labOf, type Lab } from './color.ts';
import { mostColors, type DominantColor } from './dominant-colors.ts';

/** Bytes of each color: red, green, blue, share, and the same color in steps of l, a and b. */
export const colorBytes = 7;
/** Where the bytes that are compared begin. */
export const comparedFrom = 3;

/** Steps of l, a and b have six bits each: from 0 to this. */
export const mostSteps = 63;

/**
 * The square of the distance, in steps, in which a color counts as near: 0.15 of the way from black to white, or as different for the eye.
 * Measured on the colors of brands: #c00 is near to #f00, and #08f isn't to #00f.
 */
export const nearSquared = 56;

/** A color as it is compared: a step is a fiftieth of the way from black to white. Less is hardly seen. */
export function stepsOf({ l, a, b }: Lab): Lab {
  const zero = 128;
  return { l: l >> 2, a: (a + zero) >> 2, b: (b + zero) >> 2 };
}

/** @returns null for no colors. */
export function packColors(colors: readonly DominantColor[]): Buffer | null {
  if (colors.length === 0) return null;
  return Buffer.from(
    colors.slice(0, mostColors).flatMap(({ rgb, share }) => {
      const { l, a, b } = stepsOf(labOf(rgb));
      return [...rgb, share, l, a, b];
    }),
  );
}

export function unpackColors(bytes: Uint8Array | null): DominantColor[] {
  return Array.from({ length: Math.floor((bytes?.length ?? 0) / colorBytes) }, (_, at) => {
    const [red = 0, green = 0, blue = 0, share = 0] = bytes?.subarray(at * colorBytes) ?? [];
    return { rgb: [red, green, blue], share };
  });
}

/**
 * SQL of how much of the color an asset has: for each of its colors that is near, its share by the square of how near it is, added up. 0 for
 * none. `ColorColumn` in src/assets/search adds up the same.
 *
 * @param colors SQL of the bytes.
 * @param steps of the color
 */
export const scoreSql = (colors: string, { l, a, b }: Lab): string => {
  const squared = (at: number, of: number): string => `(get_byte(${colors}, i + ${at}) - (${of}))^2`;
  return `coalesce((select sum(get_byte(${colors}, i + 3) * (${nearSquared} - d)^2)::bigint
    from generate_series(0, length(${colors}) - 1, ${colorBytes}) i cross join lateral (select ${squared(4, l)} + ${squared(5, a)} + ${squared(6, b)} as d) x
    where d < ${nearSquared}), 0)`;
};
