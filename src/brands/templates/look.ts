// How sections look, in the colours, typefaces and measures of a theme: the style sheet for whatever shows what the templates draw.
import type { AppliedTheme, FontOfTheme } from '../theme.ts';

/** Text inside a style sheet can end neither its string nor the element it stands in. */
const quoted = (text: string): string => `"${text.replace(/["\\<>\n\r\f]/g, '')}"`;

const family = (font: FontOfTheme | null): string =>
  [
    ...(font ? [font.family, ...font.fallback] : []).map((name) =>
      /^[a-z-]+$/.test(name) ? name : quoted(name),
    ),
    'system-ui',
    'sans-serif',
  ].join(', ');

const columns = { narrow: '44rem', normal: '64rem', wide: '84rem' } as const;
const gaps = { compact: 0.75, normal: 1, spacious: 1.4 } as const;

const variables = (theme: AppliedTheme): Record<string, string> => ({
  surface: theme.surface,
  ink: theme.ink,
  accent: theme.accent,
  link: theme.link,
  mark: theme.mark,
  'on-accent': theme.onAccent,
  radius: `${theme.radius}px`,
  width: columns[theme.width],
  gap: `${gaps[theme.density]}rem`,
  head: family(theme.head),
  'head-weight': String(theme.head?.weight ?? 700),
  body: family(theme.body),
});

const sheet = `
.mqb { margin: 0; padding: calc(2 * var(--mqb-gap)) 1.25rem; background: var(--mqb-surface); color: var(--mqb-ink); font: 1rem/1.6 var(--mqb-body); overflow-wrap: anywhere; }
.mqb > * { max-width: var(--mqb-width); margin-inline: auto; }
.mqb *, .mqb *::before { box-sizing: border-box; }
.mqb :is(h1, h2, h3) { margin: 0 0 .5em; font-family: var(--mqb-head); font-weight: var(--mqb-head-weight); line-height: 1.15; text-wrap: balance; }
.mqb h1 { font-size: clamp(2rem, 6vw, 3.25rem); }
.mqb h2 { font-size: clamp(1.4rem, 4vw, 2rem); }
.mqb h3 { font-size: 1.05rem; }
.mqb a { color: var(--mqb-link); }
.mqb :is(img, video) { display: block; max-width: 100%; height: auto; border-radius: var(--mqb-radius); }
.mqb figure { margin: 0; }
.mqb figcaption { padding-top: .4rem; font-size: .9rem; }
.mqb-section { margin-block: calc(3 * var(--mqb-gap)); }
.mqb-section[data-width="narrow"] { max-width: 44rem; }
.mqb-section[data-width="wide"] { max-width: 84rem; }
.mqb-section[data-width="full"] { max-width: none; }
.mqb-section:is([data-tone="soft"], [data-tone="accent"], [data-tone="dark"]) { padding: calc(2 * var(--mqb-gap)); border-radius: var(--mqb-radius); }
.mqb-section[data-tone="soft"] { background: color-mix(in srgb, var(--mqb-ink) 6%, var(--mqb-surface)); }
.mqb-section[data-tone="accent"] { --mqb-link: var(--mqb-on-accent); background: var(--mqb-accent); color: var(--mqb-on-accent); }
.mqb-section[data-tone="dark"] { --mqb-link: #fff; background: #17181c; color: #fff; }
.mqb-eyebrow { margin: 0 0 .6rem; font-size: .85rem; letter-spacing: .06em; }
.mqb-lede { max-width: 42rem; margin: 0 0 1.2rem; font-size: 1.2rem; }
.mqb-prose { max-width: 42rem; }
.mqb-prose > :first-child { margin-top: 0; }
.mqb-prose :is(pre, table) { display: block; max-width: 100%; overflow-x: auto; }
.mqb-grid { display: grid; gap: calc(1.5 * var(--mqb-gap)); grid-template-columns: repeat(auto-fill, minmax(min(100%, max(13rem, calc(100% / var(--mqb-columns, 4) - 2 * var(--mqb-gap)))), 1fr)); }
.mqb dl { margin: 0; }
.mqb dl > div { display: flex; flex-wrap: wrap; gap: 0 .8rem; padding: .15rem 0; }
.mqb dt { min-width: 5.5rem; font-size: .85rem; }
.mqb dd { margin: 0; }
.mqb-rules { display: grid; gap: calc(1.2 * var(--mqb-gap)); }
.mqb-rules dt { min-width: 0; flex-basis: 100%; font-size: 1rem; font-weight: 600; }
.mqb-rules dd > ul { margin: 0; padding-inline-start: 1.2rem; }
.mqb-swatch-color { display: grid; place-items: end start; height: 8rem; margin-bottom: .8rem; padding: .8rem 1rem; box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--mqb-ink) 18%, transparent); border-radius: var(--mqb-radius); font-size: 1.4rem; }
.mqb-swatch[data-size="large"] .mqb-swatch-color { height: 12rem; }
.mqb-swatch[data-size="small"] .mqb-swatch-color { height: 5rem; }
.mqb-tints { display: flex; margin: .8rem 0 0; padding: 0; list-style: none; overflow: hidden; border-radius: var(--mqb-radius); }
.mqb-tints li { flex: 1; height: 2.5rem; min-width: 0; }
.mqb-tints span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.mqb-type { display: grid; gap: calc(2 * var(--mqb-gap)); }
.mqb-specimen { margin: 0 0 .6rem; font-size: clamp(1.6rem, 6vw, 3rem); line-height: 1.2; }
.mqb-ground { display: grid; place-items: center; min-height: 10rem; margin-bottom: .8rem; padding: 1.5rem; border: 1px solid color-mix(in srgb, var(--mqb-ink) 18%, transparent); border-radius: var(--mqb-radius); background: #fff; }
.mqb-ground[data-ground="dark"] { background: #17181c; color: #fff; }
.mqb-ground[data-ground="checkered"] { background: repeating-conic-gradient(#d9d9de 0 25%, #fff 0 50%) 0 / 20px 20px; }
.mqb-ground img { max-height: 9rem; border-radius: 0; }
.mqb-dodont img { margin-bottom: .6rem; }
.mqb-dodont { padding-top: .8rem; border-top: 4px solid #1a7f37; }
.mqb-dodont[data-kind="dont"] { border-color: #cf222e; }
.mqb-card { padding: calc(1.2 * var(--mqb-gap)); border: 1px solid color-mix(in srgb, var(--mqb-ink) 18%, transparent); border-radius: var(--mqb-radius); }
.mqb-card p { margin: 0; }
.mqb-cover[data-align="center"] { text-align: center; }
.mqb-cover h2 { font-size: clamp(2.2rem, 8vw, 4.5rem); }
.mqb-cover[data-align="center"] :is(.mqb-lede, .mqb-prose) { margin-inline: auto; }
.mqb-cover-image { width: 100%; margin-top: calc(2 * var(--mqb-gap)); }
.mqb-statement { font-family: var(--mqb-head); font-size: clamp(1.6rem, 5vw, 2.6rem); line-height: 1.25; }
.mqb-table { overflow-x: auto; }
.mqb table { border-collapse: collapse; width: 100%; }
.mqb :is(th, td) { padding: .6rem .8rem .6rem 0; border-bottom: 1px solid color-mix(in srgb, var(--mqb-ink) 18%, transparent); text-align: start; vertical-align: top; }
.mqb :is(.mqb-links, .mqb-updates) { padding: 0; list-style: none; }
.mqb :is(.mqb-links, .mqb-updates) > li { padding: .7rem 0; border-bottom: 1px solid color-mix(in srgb, var(--mqb-ink) 18%, transparent); }
.mqb-faq details { padding: .8rem 0; border-bottom: 1px solid color-mix(in srgb, var(--mqb-ink) 18%, transparent); }
.mqb-faq summary { cursor: pointer; font-weight: 600; }
.mqb blockquote { margin: 0; }
.mqb-copy blockquote { padding-inline-start: 1rem; border-inline-start: 4px solid var(--mqb-mark); }
.mqb-embed iframe { display: block; width: 100%; border: 0; border-radius: var(--mqb-radius); }
`;

/** For a `<style>` element; what it says holds below an element of the class `mqb`. */
export function lookOf(theme: AppliedTheme): string {
  const said = Object.entries(variables(theme)).map(([name, value]) => `--mqb-${name}: ${value};`);
  return `.mqb { ${said.join(' ')} }${sheet}`;
}
