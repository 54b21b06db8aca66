// Addresses in what a portal answers at a custom domain. The portal's own become those of the domain, those of files stay on it, because
// pages may only show what comes from their own host, and everything else leads to the app.
import { Answer, type AnswerBody } from '../core/operation.ts';
import { publicPath } from '../core/public-paths.ts';

export interface DomainPlace {
  serverUrl: string;
  slug: string;
  /** Of the domain. */
  origin: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** An address in a page or a redirect, as it is at the domain. */
export function linkAtDomain(
  { serverUrl, slug }: Pick<DomainPlace, 'serverUrl' | 'slug'>,
  link: string,
): string {
  const path = link.startsWith(`${serverUrl}/`) ? link.slice(serverUrl.length) : link;
  // Not of this server: a whole URL, a fragment, or without a scheme.
  if (!path.startsWith('/') || path.startsWith('//')) return link;
  const root = `${publicPath('p')}/${slug}`;
  if (path === root || /^[/?#]/.test(path.startsWith(root) ? path.slice(root.length) : '')) {
    // One slash: two would lead to another host.
    return `/${path.slice(root.length).replace(/^[/\\]+/, '')}`;
  }
  return path.startsWith(`${publicPath('a')}/`) ? path : `${serverUrl}${path}`;
}

/** Attributes with one address. React writes them in double quotes, and no text of anybody can contain one. */
const linked = /( (?:href|src|action|poster)=")([^"]*)"/g;
const listed = / srcset="[^"]*"/gi;

function pageAtDomain(html: string, place: DomainPlace): string {
  const files = publicPath('a');
  return html
    .replace(listed, (attribute) => attribute.replaceAll(`${place.serverUrl}${files}/`, `${files}/`))
    .replace(linked, (_, before: string, link: string) => `${before}${linkAtDomain(place, link)}"`);
}

/** Whole URLs of the portal's pages, in what programs read. */
function textAtDomain(text: string, { serverUrl, slug, origin }: DomainPlace): string {
  const root = escaped(`${serverUrl}${publicPath('p')}/${slug}`);
  return text.replace(new RegExp(String.raw`${root}(?![\w-])`, 'g'), () => origin);
}

function bodyAtDomain(body: AnswerBody, type: string, place: DomainPlace): AnswerBody {
  if (body.kind === 'json') return { kind: 'text', json: textAtDomain(JSON.stringify(body.value), place) };
  if (body.kind === 'text') return { kind: 'text', json: textAtDomain(body.json, place) };
  if (body.kind !== 'bytes' || !/^(?:text\/|application\/(?:json|atom\+xml))/.test(type)) return body;
  const text = Buffer.from(body.bytes).toString('utf8');
  const translated = type.startsWith('text/html') ? pageAtDomain(text, place) : textAtDomain(text, place);
  return { kind: 'bytes', bytes: Buffer.from(translated) };
}

const first = (value: string | string[] | undefined): string => [value ?? ''].flat()[0] ?? '';

/** An answer of the portal, as it is at its domain. */
export function atDomain(answer: Answer, place: DomainPlace): Answer {
  const headers = { ...answer.headers };
  const location = first(headers.location);
  if (location !== '') headers.location = linkAtDomain(place, location);
  const body = bodyAtDomain(answer.body, first(headers['content-type']), place);
  if (body !== answer.body) delete headers['content-length'];
  return new Answer(answer.status, body, headers);
}
