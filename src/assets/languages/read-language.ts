// Assets as somebody reads them in a language: each text in it, or else the one in the default language.
import { statement, type Db } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import type { Asset, Metadata } from '../schemas.ts';
import type { StoredTexts } from './asset-texts.ts';
import { demandLanguage, LanguageTag, languagesIn } from './languages.ts';

export const LangParameter = LanguageTag.optional().describe(
  'A language of the setting `languages`: title and description in it, where there are some, with the alt text as `alt`',
);

/** What an asset `a` has beside its metadata: a `SpokenTexts`, or null. */
export const spokenSql = (a: string): string =>
  `(select json_build_object('alt', sl.alt, 'texts', sl.texts) from marque.asset_languages sl where sl.asset_id = ${a}.id)`;

export interface SpokenTexts {
  /** In the default language. */
  alt: string | null;
  /** In the others. */
  texts: Record<string, StoredTexts>;
}

const spokenOf = statement(
  'languages:spoken',
  `select a.id, ${spokenSql('a')} as spoken from payload.assets a where a.id = any($1::uuid[])`,
);

/**
 * Metadata in a language, with the alt text.
 *
 * @param language null: the default
 */
export function spokenIn<M extends Pick<Metadata, 'title' | 'description'>>(
  metadata: M,
  spoken: SpokenTexts | null | undefined,
  language: string | null,
): M & { alt?: string } {
  const own = (language !== null && spoken?.texts[language]) || {};
  // A description in the language tells more than an alt text in another one.
  const alt = own.alt ?? (own.description ? undefined : spoken?.alt);
  return { ...metadata, ...own, ...(alt ? { alt } : {}) };
}

/**
 * @param assets of one workspace, that the caller may read
 * @param lang as asked for; undefined: as they are
 * @throws ApiError invalid_request for a language that the workspace doesn't have
 */
export async function assetsIn<A extends Pick<Asset, 'id' | 'metadata'>>(
  service: Service,
  db: Db,
  workspaceId: string,
  assets: readonly A[],
  lang: string | undefined,
): Promise<A[]> {
  if (lang === undefined) return [...assets];
  const known = await languagesIn(service, db, workspaceId);
  const language = demandLanguage(lang, known) === known[0] ? null : lang;
  const rows = await db.query<{ id: string; spoken: SpokenTexts | null }>(spokenOf, [
    assets.map(({ id }) => id),
  ]);
  const byId = new Map(rows.map(({ id, spoken }) => [id, spoken]));
  return assets.map((asset) => ({
    ...asset,
    metadata: spokenIn(asset.metadata, byId.get(asset.id), language),
  }));
}
