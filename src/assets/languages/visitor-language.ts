// The language that a visitor of a page for people outside reads: what `lang` asks for, or else what the browser prefers.
import Negotiator from 'negotiator';
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

/** @returns null for the default, which is also that of visitors who read none of the languages */
export function preferredLanguage(header: string | null, languages: Languages): string | null {
  if (header === null) return null;
  const preferred = header.split(',', mostPreferred).join(',');
  const negotiator = new Negotiator({ headers: { 'accept-language': preferred } });
  const found = negotiator.language([...languages]);
  return found === undefined || found === languages[0] ? null : found;
}

/**
 * @param isPage whether it's for a browser's address bar, where a wrong `lang` is as good as none
 * @returns `language`: null for the default; `lang`: the one that the address asks for, null for none
 * @throws ApiError invalid_request for programs that ask for a language that the workspace doesn't have
 */
export async function languageOfVisit(
  service: Service,
  db: Db,
  workspaceId: string,
  { url, headers }: { url: URL; headers: Headers },
  isPage: boolean,
): Promise<{ language: string | null; lang: string | null }> {
  const languages = await languagesIn(service, db, workspaceId);
  const asked = url.searchParams.get('lang')?.toLowerCase();
  const found = languages.find((one) => one.toLowerCase() === asked);
  if (asked !== undefined && found === undefined && !isPage) demandLanguage(asked, languages);
  if (found !== undefined) return { language: found === languages[0] ? null : found, lang: found };
  return { language: preferredLanguage(headers.get('accept-language'), languages), lang: null };
}

/** Only the language, for pages without links of their own. */
export const visitorLanguage = async (...visit: Parameters<typeof languageOfVisit>): Promise<string | null> =>
  (await languageOfVisit(...visit)).language;
