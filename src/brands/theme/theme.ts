// A brand's theme: which rule is used for each role, the contrasts, and the replacements where they are too
// low. Pure; everything that shows a brand (portals, tokens, the panel) gets its colors here.
import { contrast, leastForMarks, leastForText, over, readableOn, shownRatio } from '../rules/contrast.ts';
import type { Issue } from '../../core/errors.ts';
import type { ColorSpec, Font } from '../rules/rule-types.ts';
import type { RuleType } from '../rules/schemas.ts';
import { rulesIn } from '../rules/contexts.ts';
import {
  themeParts,
  type BrandState,
  type RuleState,
  type Theme,
  type ThemePart,
} from '../publishing/state.ts';

/** The default of each role. */
const plain = { accent: '#2f55d4', surface: '#ffffff', ink: '#17181c' } as const;

/** The rule type that each role needs; null: any with files. */
const typeOfPart = {
  accent: 'color',
  surface: 'color',
  ink: 'color',
  head: 'font',
  body: 'font',
  logo: null,
} as const satisfies Record<ThemePart, RuleType | null>;

/**
 * Common rule keys for each role, best first. A role that the theme leaves open uses the first of these that
 * the brand has: showing our own color instead would be misleading.
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
  /** Foreground and background: opaque colors. */
  front: string;
  back: string;
  ratio: number;
  least: number;
  passes: boolean;
  /** The foreground shown: another one where the pair fails. */
  used: string;
}

export interface AppliedTheme {
  /** Every color is opaque, and readable on its background. */
  surface: string;
  ink: string;
  accent: string;
  /** Accent-colored text on the surface. */
  link: string;
  /** Lines, icons and borders on the surface. */
  mark: string;
  /** Text on the accent. */
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
  /** Roles whose key has no rule any more, or one of another type. */
  missing: ThemePart[];
  /** Roles that the theme leaves open and a rule fills by its common name, by the rule's key. */
  assumed: Partial<Record<ThemePart, string>>;
  /** Roles without a rule: our default is used, not the brand's own. */
  unset: ThemePart[];
}

function fontOf(rule: RuleState | undefined): FontOfTheme | null {
  if (!rule) return null;
  const { family, weight } = rule.value as Font;
  const { fallback, source } = rule.spec as { fallback?: string[]; source?: string };
  return { family, weight: weight ?? null, fallback: fallback ?? [], source: source ?? null };
}

/** The rule that fills a role by its common name, if the theme sets none. */
function commonRule(part: ThemePart, rules: ReadonlyMap<string, RuleState>): RuleState | undefined {
  return commonKeys[part].flatMap((key) => rules.get(key) ?? []).find((rule) => plays(part, rule));
}

/** The first color that is readable on another, or else black or white. */
function readable(back: string, least: number, choices: readonly string[]): string {
  return choices.find((color) => contrast(color, back) >= least) ?? readableOn(back);
}

/** Which rule plays which role; without a choice, one with the role's usual key does. */
function rulesOfRoles(theme: Theme, rules: ReadonlyMap<string, RuleState>) {
  const missing: ThemePart[] = [];
  const assumed: ThemeAtWork['assumed'] = {};
  const playing = new Map<ThemePart, RuleState>();
  for (const part of themeParts) {
    const key = theme[part];
    const rule = key === null ? commonRule(part, rules) : rules.get(key);
    if (rule && plays(part, rule)) {
      playing.set(part, rule);
      if (key === null) assumed[part] = rule.key;
    } else if (key !== null) missing.push(part);
  }
  return { playing, missing, assumed };
}

/** Whether a pair of colors can be read, and the first of the others that can if not. */
function check(
  name: ThemeCheck['name'],
  front: string,
  back: string,
  least: number,
  instead: readonly string[],
): ThemeCheck {
  const ratio = contrast(front, back);
  return {
    name,
    front,
    back,
    ratio: shownRatio(ratio),
    least,
    passes: ratio >= least,
    used: readable(back, least, [front, ...instead]),
  };
}

/**
 * Computes a theme.
 *
 * @param context the rules as they apply there; null: everywhere else.
 */
export function themeAtWork(
  state: Pick<BrandState, 'theme' | 'rules'>,
  context: string | null = null,
): ThemeAtWork {
  const rules = new Map(rulesIn(state.rules, context).map((rule) => [rule.key, rule]));
  const { playing, missing, assumed } = rulesOfRoles(state.theme, rules);
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

/** The background of a dark context whose brand defines none for it: that of logos on a dark ground. */
const darkGround = '#15161a';
/** Names of contexts for dark and light grounds. */
export const namesDark = /(?:^|-)(?:dark|night|black|inverse|inverted|reversed|negative)(?:-|$)/;
export const namesLight = /(?:^|-)(?:light|white|day|positive)(?:-|$)/;
const isDark = (color: string): boolean => readableOn(color) === '#ffffff';

/**
 * The background that a context is shown on: the surface that the brand defines for it. If it doesn't define any, a context that is
 * dark or light by its name is never shown on the opposite, because its logo would be invisible there.
 */
export function groundOf(state: Pick<BrandState, 'theme' | 'rules'>, context: string): string {
  const { surface } = themeAtWork(state, context).applied;
  const rules = new Map(rulesIn(state.rules, context).map((rule) => [rule.key, rule]));
  if (rulesOfRoles(state.theme, rules).playing.get('surface')?.context === context) return surface;
  if (namesDark.test(context) && !isDark(surface)) return darkGround;
  return namesLight.test(context) && isDark(surface) ? plain.surface : surface;
}

/** Roles of a theme whose rule doesn't fit. */
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
          ? `"${key}" is a ${named[0]?.type ?? ''}, and this role needs a ${type}.`
          : `"${key}" has no files.`,
      },
    ];
  });
}
