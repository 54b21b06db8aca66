// Markdown to HTML for pages. HTML in it is escaped, and links are limited to safe addresses: no javascript:,
// no data:.
import MarkdownIt from 'markdown-it';
import { isId } from '../../core/access/ids.ts';

export interface ProseLinks {
  /** The address of a page by its slug; null if the reader can't see it. */
  page: (slug: string) => string | null;
  /** The address of an asset; null if it can't be shown. */
  asset: (id: string) => string | null;
  /** More attributes of the picture of an asset, such as its `srcset`. */
  picture?: (id: string) => Readonly<Record<string, string>>;
  /** True if pictures are loaded with the page, and not only once they're scrolled to. */
  eager?: boolean | undefined;
}

const markdown = new MarkdownIt({ html: false, linkify: true });

/** The part of an address before `#`, where it could be a slug. */
const slugForm = /^(?:\.?\/)?([a-z0-9]+(?:-[a-z0-9]+)*)(#.*)?$/;

/** The slug a link points to; null if it isn't to a page. */
export function linkedSlug(href: string): string | null {
  return slugForm.exec(href)?.[1] ?? null;
}

interface Env {
  links: ProseLinks;
}

const nowhere: ProseLinks = { page: () => null, asset: () => null };
const linksOf = (env: unknown): ProseLinks => (env as Env | undefined)?.links ?? nowhere;
const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const href = text(token?.attrGet('href'));
  const slug = linkedSlug(href);
  if (token && slug !== null) {
    const address = linksOf(env).page(slug);
    if (address === null) token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'href');
    else token.attrSet('href', `${address}${slugForm.exec(href)?.[2] ?? ''}`);
  } else token?.attrSet('rel', 'noopener noreferrer');
  return self.renderToken(tokens, index, options);
};

// A picture on another server would reveal who reads: only assets are shown, otherwise the alt text.
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const source = text(token?.attrGet('src'));
  const alt = token ? self.renderInlineAsText(token.children ?? [], options, env) : '';
  const address = isId(source) ? linksOf(env).asset(source) : null;
  if (!token || address === null) return markdown.utils.escapeHtml(alt);
  token.attrSet('src', address);
  token.attrSet('alt', alt);
  for (const [name, value] of Object.entries(linksOf(env).picture?.(source) ?? {}))
    token.attrSet(name, value);
  if (!linksOf(env).eager) token.attrSet('loading', 'lazy');
  return self.renderToken(tokens, index, options);
};

/** Markdown as safe HTML. */
export function htmlOf(words: string, links: ProseLinks): string {
  return markdown.render(words, { links } satisfies Env);
}

/** What has words of its own; the content of other tokens is in those inside them. */
const worded = new Set(['text', 'code_inline', 'image', 'fence', 'code_block']);

/** The text of Markdown on one line: without its signs, and without the addresses that it links to. */
export function plainOf(words: string): string {
  return markdown
    .parse(words, {})
    .map(({ children, ...block }) =>
      (children ?? [block])
        .map(({ type, content }) => (worded.has(type) ? content : type.endsWith('break') ? ' ' : ''))
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Slugs of pages that a text links to. */
export function slugsIn(words: string): string[] {
  return markdown
    .parse(words, {})
    .flatMap((token) => token.children ?? [])
    .flatMap((token) => (token.type === 'link_open' ? (linkedSlug(text(token.attrGet('href'))) ?? []) : []));
}

/** Ids of assets that a text shows. */
export function assetsIn(words: string): string[] {
  return markdown
    .parse(words, {})
    .flatMap((token) => token.children ?? [])
    .flatMap((token) => {
      const source = token.type === 'image' ? text(token.attrGet('src')) : '';
      return isId(source) ? [source.toLowerCase()] : [];
    });
}
