// The texts of an asset in each language: what callers send, and how they're read and stored.
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { AssetPatch } from '../schemas.ts';
import type { Languages } from './follow-languages.ts';
import { LanguageTag } from './languages.ts';

/** What an asset has in each language. */
export const textKinds = ['title', 'description', 'alt'] as const;
export type TextKind = (typeof textKinds)[number];

const { title, description } = AssetPatch.shape;

const LanguageTextsInput = z.strictObject({
  title,
  description,
  alt: z
    .string()
    .trim()
    .max(2000)
    .nullish()
    .describe('What a picture shows, for those who can’t see it. Without one, the description is read out'),
});

export const TextsInput = z.record(LanguageTag, LanguageTextsInput.nullable(), {
  error: ({ code }) =>
    code === 'invalid_key' ? 'Unknown property. Use language tags, such as en, de or pt-BR.' : undefined,
});
export type TextsInput = z.infer<typeof TextsInput>;

const LanguageTexts = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  alt: z.string().nullable(),
});
export type LanguageTexts = z.infer<typeof LanguageTexts>;

/** By language, the default first; every language of the workspace. */
export const AssetTexts = z
  .record(z.string(), LanguageTexts)
  .meta({ id: 'AssetTexts', description: 'By language, the default first; null: no text' });
export type AssetTexts = z.infer<typeof AssetTexts>;

/** As they're stored: without what has no value. */
export type StoredTexts = Partial<Record<TextKind, string>>;

/** The texts of asset `a`: those in its default language, and the others by language. */
const ownSql = `jsonb_build_object('title', a.metadata ->> 'title', 'description', a.metadata ->> 'description', 'alt', l.alt)`;

interface TextsRow {
  own: Record<TextKind, string | null>;
  others: Record<string, StoredTexts> | null;
}

const read = statement(
  'languages:read',
  `select ${ownSql} as own, l.texts as others from payload.assets a left join marque.asset_languages l on l.asset_id = a.id where a.id = $1`,
);

const write = statement(
  'languages:write',
  `insert into marque.asset_languages (asset_id, alt, texts) values ($1, $2, $3::jsonb)
   on conflict (asset_id) do update set alt = excluded.alt, texts = excluded.texts`,
);

/** An empty text is none. */
const textsOf = (stored: { [Kind in TextKind]?: string | null | undefined } | undefined): LanguageTexts => ({
  title: stored?.title || null,
  description: stored?.description || null,
  alt: stored?.alt || null,
});

/** @param languages those of the asset's workspace */
export async function assetTextsOf(db: Db, assetId: string, languages: Languages): Promise<AssetTexts> {
  const [row] = await db.query<TextsRow>(read, [assetId]);
  const [first, ...others] = languages;
  return Object.fromEntries([
    [first, textsOf(row?.own)],
    ...others.map((language) => [language, textsOf(row?.others?.[language])] as const),
  ]);
}

/** Replaces all but the title and description in the default language. The asset must be locked. */
export async function saveTexts(
  db: Db,
  assetId: string,
  alt: string | null,
  others: AssetTexts,
): Promise<void> {
  const stored = Object.entries(others).flatMap(([language, texts]) => {
    const some = Object.entries(texts).filter(([, text]) => text !== null);
    return some.length > 0 ? [[language, Object.fromEntries(some)] as const] : [];
  });
  await db.query(write, [assetId, alt, JSON.stringify(Object.fromEntries(stored))]);
}

/** The texts after a change: what isn't named of a language is cleared, and languages that aren't named stay. */
export const changedTexts = (before: AssetTexts, given: TextsInput): AssetTexts => ({
  ...before,
  ...Object.fromEntries(Object.entries(given).map(([language, texts]) => [language, textsOf(texts ?? {})])),
});
