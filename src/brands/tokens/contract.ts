// A brand's rules as design tokens, and what a format of them is. A format is one file: its name, its media type, what it writes.
import type { RuleState } from '../publishing/state.ts';

/** What a token says; a colour or family that is only another's name says whose. */
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
  /** Dotted: the key of its rule, or one beside or below it. No two tokens have the same. */
  key: string;
  value: TokenValue;
  description: string | null;
  /** The rule it comes from; null for what the theme says. */
  rule: RuleState | null;
}

/** What a format is given: one brand in one context. */
export interface TokenSource {
  brand: { slug: string; name: string };
  context: string | null;
  /** In the brand's order. What an alias names is there. */
  tokens: readonly Token[];
}

export interface TokenFormat {
  /** As it is asked for. */
  name: string;
  title: string;
  mime: string;
  /** Behind the brand's slug: `.css`. */
  ending: string;
  write: (source: TokenSource) => Promise<string> | string;
}
