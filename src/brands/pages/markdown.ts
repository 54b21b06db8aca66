// A page as Markdown: what readers see, for agents and for reuse elsewhere. Hidden sections are left out.
import type { RulesOfSection } from '../rules/contexts.ts';
import { stopsText } from '../rules/gradients.ts';
import type { ColorSpec } from '../rules/rule-types.ts';
import type { Rule } from '../rules/schemas.ts';
import { specWord } from '../rules/spec-words.ts';
import { valueText } from './templates/parts.tsx';
import type { PageState, SectionItem, SectionState } from '../publishing/state.ts';

/** What a page's Markdown needs from its brand. */
export interface MarkdownContext {
  rules: RulesOfSection<Rule>;
  /** The subpages of a page, or the top level: those that readers can see. */
  under: (slug: string | null) => readonly { slug: string; title: string; lede: string | null }[];
  /** The address of an asset, with its title. */
  asset: (id: string) => { url: string; title: string } | null;
}

const lines = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join('\n\n');
/** A text on one line, for lists. */
const flat = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** What of a spec isn't listed beside the value: it is part of the value's text, has a text of its own, or isn't for readers. */
const unlisted = new Set(['unit', 'of', 'gradient', 'tints', 'copy']);

const said = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : value === true ? 'yes' : null;

function specText(rule: Rule, known: ReadonlyMap<string, Rule>): string {
  const { gradient } = rule.spec as ColorSpec;
  const parts = Object.entries(rule.spec).flatMap(([name, value]) => {
    const text = Array.isArray(value)
      ? value.flatMap((one) => said(one) ?? []).join(name === 'cmyk' ? ' ' : ', ')
      : said(value);
    if (unlisted.has(name) || !text) return [];
    return [name === 'max' ? `at most ${text} characters` : `${specWord(name)} ${text}`];
  });
  if (gradient) parts.push(`gradient ${stopsText(gradient, known)}`);
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

function ruleText(rule: Rule, known: ReadonlyMap<string, Rule>, { asset }: MarkdownContext): string {
  const value = valueText(rule);
  const long = value.includes('\n');
  const head = `- **${rule.label}** \`${rule.key}\`${long ? '' : `: ${rule.type === 'color' ? `\`${value}\`` : value}`}${specText(rule, known)}`;
  const files = rule.assets.flatMap(({ id }) => {
    const file = asset(id);
    return file ? [`  - [${file.title}](${file.url})`] : [];
  });
  return [
    head,
    ...(long ? value.split('\n').map((line) => `  ${line}`.trimEnd()) : []),
    ...(rule.usage ? [`  ${flat(rule.usage)}`] : []),
    ...files,
  ].join('\n');
}

function itemText(template: string, item: SectionItem, { asset }: MarkdownContext): string {
  const file = item.asset ? asset(item.asset) : null;
  const title = item.title ?? file?.title ?? '';
  const body = item.body ? flat(item.body) : '';
  if (template === 'faq') return `**${title}**\n\n${item.body ?? ''}`;
  const kind = item.kind === 'do' ? 'Do: ' : item.kind === 'dont' ? "Don't: " : '';
  const named = item.href ? `[${title}](${item.href})` : file ? `[${title}](${file.url})` : title;
  return `- ${kind}${named}${body ? `${named || kind ? (kind && !named ? '' : ' – ') : ''}${body}` : ''}`;
}

function sectionText(page: PageState, section: SectionState, context: MarkdownContext): string {
  const known = context.rules(section);
  const rules = section.keys.flatMap((key) => known.get(key) ?? []);
  const items = section.items ?? [];
  const own = (): string | null => {
    const { props } = section;
    if (section.template === 'embed' && typeof props.url === 'string')
      return `[${section.title ?? props.url}](${props.url})`;
    if (section.template === 'pages') {
      const parent = props.under === '' ? null : typeof props.under === 'string' ? props.under : page.slug;
      return context
        .under(parent)
        .map(({ slug, title, lede }) => `- [${title}](${slug})${lede ? ` – ${flat(lede)}` : ''}`)
        .join('\n');
    }
    const image =
      section.template === 'cover' && typeof props.image === 'string' ? context.asset(props.image) : null;
    return image ? `![${image.title}](${image.url})` : null;
  };
  return lines(
    section.title ? `## ${section.title}` : null,
    section.context ? `Context: \`${section.context}\`` : null,
    section.lede,
    section.template === 'statement' && section.body ? section.body.replace(/^/gm, '> ') : section.body,
    rules.map((rule) => ruleText(rule, known, context)).join('\n'),
    items
      .map((item) => itemText(section.template, item, context))
      .join(section.template === 'faq' ? '\n\n' : '\n'),
    own(),
  );
}

/** The page as Markdown, ending in one line feed. */
export function pageMarkdown(page: PageState, context: MarkdownContext): string {
  const cover = page.cover === null ? null : context.asset(page.cover);
  return `${lines(
    `# ${page.title}`,
    page.lede,
    cover ? `![${cover.title}](${cover.url})` : null,
    ...page.sections.filter(({ hidden }) => !hidden).map((section) => sectionText(page, section, context)),
  )}\n`;
}
