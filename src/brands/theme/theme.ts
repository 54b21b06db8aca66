// The theme of a brand at work: which rules play which part, how readable they are together, and what is used where they are not.
// Pure; whatever shows a brand (portals, tokens, the panel) takes its colours from here.
import { contrast, leastForMarks, leastForText, over, readableOn, told } from '../rules/contrast.ts';
import type { Issue } from '../../core/errors.ts';
import type { ColorSpec, Font } from '../rules/rule-types.ts';
import type { RuleType } from '../schemas.ts';
import {
  rulesIn,
  themeParts,
  type BrandState,
  type RuleState,
  type Theme,
  type ThemePart,
} from '../publishing/state.ts';

/** What a part looks like where no rule plays it. */
const plain = { accent: '#2f55d4', surface: '#ffffff', ink: '#17181c' } as const;

/** What a rule must be to play a part; null: any that has files. */
const typeOfPart = {
  accent: 'color',
  surface: 'color',
  ink: 'color',
  head: 'font',
  body: 'font',
  logo: null,
} as const satisfies Record<ThemePart, RuleType | null>;

/**
 * Keys by which brands commonly name what plays a part, best first. A part that the theme leaves open is played by the first of
 * these that the brand has: showing our own colour in its place would be untrue.
 */
const commonKeys = {
  accent: ['color.accent', 'color.primary', 'color.brand'],
  surface: ['color.surface', 'color.background', 'color.paper'],
  ink: ['color.ink', 'color.text', 'color.foreground'],
  head: ['font.head', 'font.heading', 'font.headline', 'font.display'],
  body: ['font.body', 'font.text'],
  logo: ['logo.primary', 'logo.main', 'logo'],
} as const satisfies Record<ThemePart, readonly string[]>;

const plays = (part: ThemePart, rule: RuleState): boolean =>
  typeOfPart[part] === null ? rule.assets.length > 0 : rule.type === typeOfPart[part];

export const checkNames = ['text', 'links', 'marks', 'buttons'] as const;

export interface ThemeCheck {
  name: (typeof checkNames)[number];
  /** What stands in front, and what behind: opaque colours. */
  front: string;
  back: string;
  ratio: number;
  least: number;
  passes: boolean;
  /** The colour that is shown in front: another one where the pair fails. */
  used: string;
}

export interface AppliedTheme {
  /** Every colour is opaque and, in front of what it stands on, readable. */
  surface: string;
  ink: string;
  accent: string;
  /** Words in the accent's colour on the surface. */
  link: string;
  /** Lines, icons and borders on the surface. */
  mark: string;
  /** Words on the accent. */
  onAccent: string;
  head: FontOfTheme | null;
  body: FontOfTheme | null;
  logo: { id: string; rendition: string | null } | null;
  radius: number;
  width: Theme['width'];
  density: Theme['density'];
}

export interface FontOfTheme {
  family: string;
  weight: number | null;
  fallback: string[];
  source: string | null;
}

export interface ThemeAtWork {
  applied: AppliedTheme;
  checks: ThemeCheck[];
  /** Parts whose key no rule has any more, or one of another type. */
  missing: ThemePart[];
  /** Parts that the theme leaves open and a rule of the brand plays all the same, by the rule's key. */
  assumed: Partial<Record<ThemePart, string>>;
  /** Parts that no rule plays: what is applied there is our own, not the brand's. */
  unset: ThemePart[];
}

function fontOf(rule: RuleState | undefined): FontOfTheme | null {
  if (!rule) return null;
  const { family, weight } = rule.value as Font;
  const { fallback, source } = rule.spec as { fallback?: string[]; source?: string };
  return { family, weight: weight ?? null, fallback: fallback ?? [], source: source ?? null };
}

/** The rule that plays a part by its common name, where the theme names none. */
function commonRule(part: ThemePart, rules: ReadonlyMap<string, RuleState>): RuleState | undefined {
  return commonKeys[part].flatMap((key) => rules.get(key) ?? []).find((rule) => plays(part, rule));
}

/** The first of some colours that is readable enough in front of another, else black or white. */
function readable(back: string, least: number, choices: readonly string[]): string {
  return choices.find((color) => contrast(color, back) >= least) ?? readableOn(back);
}

/**
 * Works a theme out.
 *
 * @param context the rules as they hold there; null: everywhere else.
 */
export function themeAtWork(
  state: Pick<BrandState, 'theme' | 'rules'>,
  context: string | null = null,
): ThemeAtWork {
  const rules = new Map(rulesIn(state.rules, context).map((rule) => [rule.key, rule]));
  const missing: ThemePart[] = [];
  const assumed: ThemeAtWork['assumed'] = {};
  const playing = new Map<ThemePart, RuleState>();
  for (const part of themeParts) {
    const key = state.theme[part];
    const rule = key === null ? commonRule(part, rules) : rules.get(key);
    if (rule && plays(part, rule)) {
      playing.set(part, rule);
      if (key === null) assumed[part] = rule.key;
    } else if (key !== null) missing.push(part);
  }
  const color = (part: keyof typeof plain): string => {
    const value = playing.get(part)?.value;
    return typeof value === 'string' ? value : plain[part];
  };
  const surface = over(color('surface'), '#ffffff');
  const wantedInk = over(color('ink'), surface);
  const ink = readable(surface, leastForText, [wantedInk]);
  const accent = over(color('accent'), surface);
  const { pair } = (playing.get('accent')?.spec ?? {}) as ColorSpec;
  const pairValue = pair === undefined ? undefined : rules.get(pair)?.value;
  const wantedOnAccent = typeof pairValue === 'string' ? over(pairValue, accent) : surface;
  const check = (
    name: ThemeCheck['name'],
    front: string,
    back: string,
    least: number,
    instead: readonly string[],
  ): ThemeCheck => {
    const ratio = contrast(front, back);
    return {
      name,
      front,
      back,
      ratio: told(ratio),
      least,
      passes: ratio >= least,
      used: readable(back, least, [front, ...instead]),
    };
  };
  const checks = [
    check('text', wantedInk, surface, leastForText, []),
    check('links', accent, surface, leastForText, [ink]),
    check('marks', accent, surface, leastForMarks, [ink]),
    check('buttons', wantedOnAccent, accent, leastForText, [surface, ink]),
  ];
  const used = Object.fromEntries(checks.map((one) => [one.name, one.used])) as Record<
    ThemeCheck['name'],
    string
  >;
  return {
    applied: {
      surface,
      ink: used.text,
      accent,
      link: used.links,
      mark: used.marks,
      onAccent: used.buttons,
      head: fontOf(playing.get('head')),
      body: fontOf(playing.get('body')),
      logo: playing.get('logo')?.assets[0] ?? null,
      radius: state.theme.radius,
      width: state.theme.width,
      density: state.theme.density,
    },
    checks,
    missing,
    assumed,
    unset: themeParts.filter((part) => !playing.has(part)),
  };
}

/** Parts of a theme that name no rule which could play them. */
export function themeIssues(theme: Partial<Theme>, rules: BrandState['rules']): Issue[] {
  return themeParts.flatMap((part): Issue[] => {
    const key = theme[part];
    if (key === null || key === undefined) return [];
    const named = rules.filter((rule) => rule.key === key);
    if (named.some((rule) => plays(part, rule))) return [];
    const type = typeOfPart[part];
    if (named.length === 0)
      return [{ path: part, message: `There is no rule "${key.slice(0, 120)}" in this brand.` }];
    return [
      {
        path: part,
        message: type
          ? `"${key}" is a ${named[0]?.type ?? ''}, and this part is played by a ${type}.`
          : `"${key}" has no files.`,
      },
    ];
  });
}
