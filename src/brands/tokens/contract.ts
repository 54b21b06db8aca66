// Design tokens, and the contract of a token format. A format is one file: its name, its media type, its
// writer.
import type { RuleState } from '../publishing/state.ts';
import type { CssPlace } from './css-place.ts';

/** A token's value; a color or family that is an alias names its target. */
export type TokenValue =
  | { type: 'color'; hex: string }
  | { type: 'dimension'; value: number; unit: string }
  | { type: 'duration'; value: number; unit: 'ms' | 's' }
  | { type: 'number'; value: number }
  | { type: 'fontFamily'; families: string[] }
  | { type: 'fontWeight'; value: number }
  | { type: 'gradient'; angle: number | null; stops: { color: string | { alias: string }; at: number }[] }
  | { type: 'text'; text: string }
  | { type: 'list'; entries: (string | number)[] }
  | { type: 'alias'; of: string; as: 'color' | 'fontFamily' };

export interface Token {
  /** Dotted: the key of its rule, or a key derived from it. Unique. */
  key: string;
  value: TokenValue;
  description: string | null;
  /** The rule it comes from; null for tokens of the theme. */
  rule: RuleState | null;
}

/** The input of a format: one brand in one context. */
export interface TokenSource {
  brand: { slug: string; name: string };
  context: string | null;
  /** In the brand's order. Targets of aliases are included. */
  tokens: readonly Token[];
  /** What is around the custom properties, for formats that take a selector. Default: the format's own, such as `:root`. */
  place?: CssPlace | undefined;
}

export interface TokenFormat {
  /** The name in requests. */
  name: string;
  title: string;
  mime: string;
  /** The ending after the brand's slug: `.css`. */
  ending: string;
  /** True: `selector` can put the tokens somewhere else than at the root. */
  takesSelector?: boolean;
  write: (source: TokenSource) => Promise<string> | string;
}
