// The language that a visitor of a page for people outside reads: what `lang` asks for, or else what the browser prefers.
import type { Db } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import type { Languages } from './follow-languages.ts';
import { demandLanguage, LanguageTag, languagesIn } from './languages.ts';

export const VisitorLang = LanguageTag.optional().describe(
  'Language of the assets’ titles, descriptions and alt texts. Default: by Accept-Language',
);

/** Sent with everything that depends on it. */
export const variesByLanguage = { vary: 'Accept-Language' };

/** Browsers send a few. */
const mostPreferred = 20;

/** Language ranges of `Accept-Language`, the most preferred first (RFC 9110, section 12.5.4). */
function preferredIn(header: string): string[] {
  return header
    .split(',', mostPreferred)
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1]).find(Boolean);
      return { range: range.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
}

/** The language for a range: itself, or else a wider one (RFC 4647, section 3.4), or else one of its regions. */
function languageFor(range: string, languages: Languages): string | undefined {
  if (range === '*') return languages[0];
  const named = (tag: string): string | undefined => languages.find((one) => one.toLowerCase() === tag);
  for (let tag = range; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = named(tag);
    if (found !== undefined) return found;
  }
  return languages.find((one) => one.toLowerCase().startsWith(`${range}-`));
}

/** @returns null for the default, which is also that of visitors who read none of the languages */
export function preferredLanguage(header: string | null, languages: Languages): string | null {
  const found = preferredIn(header ?? '')
    .map((range) => languageFor(range, languages))
    .find((language) => language !== undefined);
  return found === undefined || found === languages[0] ? null : found;
}

/**
 * @param isPage whether it's for a browser's address bar, where a wrong `lang` is as good as none
 * @returns null for the default
 * @throws ApiError invalid_request for programs that ask for a language that the workspace doesn't have
 */
export async function visitorLanguage(
  service: Service,
  db: Db,
  workspaceId: string,
  { url, headers }: { url: URL; headers: Headers },
  isPage: boolean,
): Promise<string | null> {
  const languages = await languagesIn(service, db, workspaceId);
  const asked = url.searchParams.get('lang')?.toLowerCase();
  const found = languages.find((one) => one.toLowerCase() === asked);
  if (asked !== undefined && found === undefined && !isPage) demandLanguage(asked, languages);
  if (found !== undefined) return found === languages[0] ? null : found;
  return preferredLanguage(headers.get('accept-language'), languages);
}
