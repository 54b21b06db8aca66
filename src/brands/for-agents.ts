// brand.json (AdCP 3.0) and llms.txt of a published brand. Pure.
import type { AssetFacts } from './assets-of.ts';
import { ruleIn, rulesIn } from './rules/contexts.ts';
import { over } from './rules/contrast.ts';
import { stopsOf } from './rules/gradients.ts';
import type { ColorSpec, Font } from './rules/rule-types.ts';
import type { BrandState, PageState, RuleState } from './publishing/state.ts';
import { namesDark, namesLight, themeAtWork } from './theme/theme.ts';

export interface AgentsView {
  slug: string;
  /** The state as readers see it. */
  state: BrandState;
  version: number;
  /** `https://brand.example.com`. */
  serverUrl: string;
  /** Assets that anyone may use now, by id. */
  assets: ReadonlyMap<string, Pick<AssetFacts, 'width' | 'height' | 'usable'>>;
  assetUrl: (id: string, rendition: string | null) => string;
  pageUrl: (slug: string) => string;
  /** Other resources for programs. */
  data: readonly { title: string; url: string; says: string }[];
}

const snake = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** Six digits: translucent colors are blended with white. */
const opaque = (hex: string): string => over(hex, '#ffffff');

function orientation(width: number | null, height: number | null): string | undefined {
  if (!width || !height) return undefined;
  const ratio = width / height;
  return ratio > 1.1 ? 'horizontal' : ratio < 0.9 ? 'vertical' : 'square';
}

function logosOf({ state, assets, assetUrl }: AgentsView): object[] {
  const isLogo = ({ key }: RuleState): boolean => key === state.theme.logo || /^logos?\./.test(key);
  const usageOf = ({ key, context }: RuleState): string | undefined => {
    const rule = ruleIn(state.rules, key, context);
    return rule && (rule.usage ?? rule.label);
  };
  return state.rules.filter(isLogo).flatMap((rule) =>
    rule.assets.flatMap(({ id, rendition }) => {
      const { key, context } = rule;
      const file = assets.get(id);
      if (!file?.usable) return [];
      const background =
        context === null
          ? null
          : namesDark.test(context)
            ? 'dark-bg'
            : namesLight.test(context)
              ? 'light-bg'
              : null;
      const shape = orientation(file.width, file.height);
      return [
        {
          url: assetUrl(id, rendition),
          ...(shape === undefined ? {} : { orientation: shape }),
          ...(background === null ? {} : { background }),
          ...(key === state.theme.logo ? { variant: 'primary' } : {}),
          usage: usageOf(rule),
          ...(file.width && file.height && rendition === null
            ? { width: file.width, height: file.height }
            : {}),
        },
      ];
    }),
  );
}

function fontsOf(state: BrandState, rules: readonly RuleState[]): Record<string, object> {
  const named = rules.filter(({ type }) => type === 'font');
  const roles = new Map<string, RuleState>();
  const add = (role: string, rule: RuleState | undefined): void => {
    if (rule && !roles.has(role) && roles.size < 20) roles.set(role, rule);
  };
  add('primary', named.find(({ key }) => key === state.theme.head) ?? named[0]);
  add(
    'secondary',
    named.find(({ key }) => key === state.theme.body),
  );
  for (const rule of named) add(snake(rule.key.replace(/^(?:type|fonts?)\./, '')), rule);
  return Object.fromEntries(
    [...roles].map(([role, { value, spec }]) => {
      const { fallback } = spec as { fallback?: string[] };
      return [
        role,
        {
          family: (value as Font).family,
          ...(fallback ? { fallbacks: fallback.map((one) => one.slice(0, 100)) } : {}),
        },
      ];
    }),
  );
}

const colorName = (key: string): string => snake(key.replace(/^colou?rs?\./, ''));
const round = (part: number): number => Math.round(part * 1e4) / 1e4;

/** The gradients of colors, by name: each with the colors and positions of its stops. */
function gradientsOf(
  rules: readonly RuleState[],
): Record<string, { angle: number; stops: { color: string; at: number }[] }> {
  const known = new Map(rules.map((rule) => [rule.key, rule]));
  return Object.fromEntries(
    rules.flatMap(({ key, type, spec }) => {
      const { gradient } = spec as ColorSpec;
      if (type !== 'color' || !gradient) return [];
      const stops = stopsOf(gradient, known).flatMap(({ hex, at }) =>
        hex === null ? [] : [{ color: opaque(hex), at: round(at) }],
      );
      // A stop whose color is only for other contexts is missing: the rest would be another gradient.
      if (stops.length < gradient.stops.length) return [];
      return [[`${colorName(key)}_gradient`, { angle: gradient.angle ?? 180, stops }] as const];
    }),
  );
}

/** brand.json: one brand; this server is its house. */
export function brandJson(view: AgentsView): Record<string, unknown> {
  const { state, slug, serverUrl } = view;
  const rules = rulesIn(state.rules, null);
  const { applied } = themeAtWork(state);
  const text = (pattern: RegExp): string | undefined => {
    const found = rules.find(({ key, type }) => type === 'text' && pattern.test(key))?.value;
    return typeof found === 'string' ? found : undefined;
  };
  const tagline = text(/(?:^|\.)(?:tagline|claim|slogan)$/i);
  const tone = text(/(?:^|\.)(?:tone|voice)$/i);
  const description = text(/(?:^|\.)(?:description|boilerplate|about|promise)$/i);
  const logos = logosOf(view);
  const gradients = gradientsOf(rules);
  const fonts = fontsOf(state, rules);
  return {
    version: '1.0',
    house: { domain: new URL(serverUrl).hostname, name: state.name },
    brands: [
      {
        id: slug.replaceAll('-', '_'),
        names: [{ en: state.name }],
        keller_type: 'master',
        ...(description ? { description } : {}),
        ...(tagline ? { tagline } : {}),
        ...(tone ? { tone } : {}),
        ...(logos.length > 0 ? { logos } : {}),
        colors: {
          // The format has several colors for one role, but no positions.
          ...Object.fromEntries(
            Object.entries(gradients).map(([name, { stops }]) => [name, stops.map(({ color }) => color)]),
          ),
          ...Object.fromEntries(
            rules
              .filter(({ type }) => type === 'color')
              .map(({ key, value }) => [colorName(key), opaque(value as string)]),
          ),
          primary: applied.accent,
          background: applied.surface,
          text: applied.ink,
        },
        ...(Object.keys(gradients).length > 0 ? { gradients } : {}),
        ...(Object.keys(fonts).length > 0 ? { fonts } : {}),
      },
    ],
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The pages of a brand as a list of links. */
export function pageLinks({ state, pageUrl }: Pick<AgentsView, 'state' | 'pageUrl'>): string {
  const line = ({ slug, title, lede }: PageState): string =>
    `- [${oneLine(title).replace(/[[\]]/g, '')}](${pageUrl(slug)})${lede ? `: ${oneLine(lede)}` : ''}`;
  return state.pages.map(line).join('\n');
}

/** llms.txt (llmstxt.org): an index in one page of Markdown. */
export function llmsText(view: AgentsView): string {
  const { state, version, data } = view;
  const blocks = [
    `# ${oneLine(state.name)}`,
    `> The brand guidelines of ${oneLine(state.name)}, version ${version}: ${state.rules.length} rules on ${state.pages.length} pages. Take values from here, never from memory.`,
    ...(state.pages.length > 0 ? ['## Pages', pageLinks(view)] : []),
    '## Data',
    data.map(({ title, url, says }) => `- [${title}](${url}): ${says}`).join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}
