// Assets as somebody reads them in a language: each text in it, or else the one in the default language.
import { statement, type Db } from '../../core/db/pool.ts';
import { includedOf, type Included, type Pictured } from '../delivery/thumbnails.ts';
import type { Service } from '../../core/service.ts';
import { fieldsOf, translatedFieldsIn } from '../../fields/queries.ts';
import type { Asset, Metadata } from '../schemas.ts';
import type { StoredTexts } from './asset-texts.ts';
import { demandLanguage, LanguageTag, languagesIn } from './languages.ts';

export const LangParameter = LanguageTag.optional().describe(
  'One of the setting `languages`. Title, description and translated fields in it, or else in the default language; `metadata.alt` is the alt text',
);

/** What an asset `a` has beside its metadata: a `Translations`, or null. */
export const translationsSql = (a: string): string =>
  `(select json_build_object('alt', sl.alt, 'texts', sl.texts) from marque.asset_languages sl where sl.asset_id = ${a}.id)`;

export interface Translations {
  /** In the default language. */
  alt: string | null;
  /** In the others. */
  texts: Record<string, StoredTexts>;
}

const translationsOf = statement(
  'languages:translations',
  `select a.id, ${translationsSql('a')} as translations from payload.assets a where a.id = any($1::uuid[])`,
);

const storedIn = (translations: Translations | null | undefined, language: string | null): StoredTexts =>
  (language !== null && translations?.texts[language]) || {};

/**
 * Metadata in a language, with the alt text.
 *
 * @param language null: the default
 */
export function translatedIn<M extends Pick<Metadata, 'title' | 'description'>>(
  metadata: M,
  translations: Translations | null | undefined,
  language: string | null,
): M & { alt?: string } {
  const { fields: _, ...own } = storedIn(translations, language);
  // A description in the language tells more than an alt text in another one.
  const alt = own.alt ?? (own.description ? undefined : translations?.alt);
  return { ...metadata, ...own, ...(alt ? { alt } : {}) };
}

/**
 * What an operation answers for the assets on a page.
 *
 * @param rows of one workspace, that the caller may read
 * @throws ApiError like `assetsIn`
 */
export async function answerFor<Row extends Pictured & { asset: Asset }>(
  service: Service,
  db: Db,
  workspaceId: string,
  rows: readonly Row[],
  { include, lang }: { include?: unknown; lang?: string | undefined },
): Promise<{ data: Asset[]; included?: NonNullable<Included> }> {
  const assets = rows.map(({ asset }) => asset);
  return {
    data: await assetsIn(service, db, workspaceId, assets, lang),
    ...(include === undefined ? {} : { included: includedOf(service.env.serverUrl, rows) }),
  };
}

/**
 * @param assets of one workspace, that the caller may read
 * @param lang as asked for; undefined: as they are
 * @throws ApiError invalid_request for a language that the workspace doesn't have
 */
export async function assetsIn<A extends Pick<Asset, 'id' | 'metadata' | 'fields'>>(
  service: Service,
  db: Db,
  workspaceId: string,
  assets: readonly A[],
  lang: string | undefined,
): Promise<A[]> {
  if (lang === undefined) return [...assets];
  const known = await languagesIn(service, db, workspaceId);
  const language = demandLanguage(lang, known) === known[0] ? null : lang;
  const rows = await db.query<{ id: string; translations: Translations | null }>(translationsOf, [
    assets.map(({ id }) => id),
  ]);
  const byId = new Map(rows.map(({ id, translations }) => [id, translations]));
  const fields = language === null ? [] : translatedFieldsIn(await fieldsOf(db, workspaceId));
  return assets.map((asset) => {
    const translations = byId.get(asset.id);
    const { fields: values = {} } = storedIn(translations, language);
    const translated = Object.entries(values).filter(([key]) => fields.includes(key));
    return {
      ...asset,
      metadata: translatedIn(asset.metadata, translations, language),
      ...(translated.length > 0 && { fields: { ...asset.fields, ...Object.fromEntries(translated) } }),
    };
  });
}
