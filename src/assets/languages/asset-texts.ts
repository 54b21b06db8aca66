// The texts of an asset in each language: what callers send, and how they're read and stored.
import { z } from 'zod';
import { statement, type Db } from '../../core/db/pool.ts';
import { FieldKey } from '../../fields/schemas.ts';
import { AssetPatch } from '../schemas.ts';
import { LanguageTag } from './languages.ts';
import type { TextSlots } from './slots.ts';

/** What an asset has in each language, beside the custom fields that are translated. */
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
  fields: z
    .record(FieldKey, z.string().trim().max(5000).nullable())
    .optional()
    .describe('Values of translated custom fields, by key. Those you leave out stay; null clears one'),
});
type LanguageTextsInput = z.infer<typeof LanguageTextsInput>;

export const TextsInput = z.record(LanguageTag, LanguageTextsInput.nullable(), {
  error: ({ code }) =>
    code === 'invalid_key' ? 'Unknown property. Use language tags, such as en, de or pt-BR.' : undefined,
});
export type TextsInput = z.infer<typeof TextsInput>;

const LanguageTexts = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  alt: z.string().nullable(),
  fields: z
    .record(z.string(), z.string().nullable())
    .optional()
    .describe('By key, in workspaces with translated custom fields'),
});
export type LanguageTexts = z.infer<typeof LanguageTexts>;

/** By language, the default first; every language of the workspace. */
export const AssetTexts = z
  .record(z.string(), LanguageTexts)
  .meta({ id: 'AssetTexts', description: 'By language, the default first; null: no text' });
export type AssetTexts = z.infer<typeof AssetTexts>;

/** As they're stored: without what has no value. */
export type StoredTexts = Partial<Record<TextKind, string>> & { fields?: Record<string, string> };

/** The texts of asset `a`: those in its default language, and the others by language. */
const ownSql = `jsonb_build_object('title', a.metadata ->> 'title', 'description', a.metadata ->> 'description', 'alt', l.alt, 'fields', a.fields)`;

type Read = { [Kind in TextKind]?: string | null | undefined } & { fields?: Record<string, unknown> | null };

interface TextsRow {
  own: Read;
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

function fieldIn(values: Record<string, unknown> | null | undefined, key: string): string | null {
  const value = values && Object.hasOwn(values, key) ? values[key] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** An empty text is none. @param keys of the custom fields that are translated */
const textsOf = (stored: Read | undefined, keys: readonly string[]): LanguageTexts => ({
  title: stored?.title || null,
  description: stored?.description || null,
  alt: stored?.alt || null,
  ...(keys.length > 0 && {
    fields: Object.fromEntries(keys.map((key) => [key, fieldIn(stored?.fields, key)])),
  }),
});

/** @param slots those of the asset's workspace */
export async function assetTextsOf(db: Db, assetId: string, slots: TextSlots): Promise<AssetTexts> {
  const [row] = await db.query<TextsRow>(read, [assetId]);
  const [first, ...others] = slots.languages;
  return Object.fromEntries([
    [first, textsOf(row?.own, slots.fields)],
    ...others.map((language) => [language, textsOf(row?.others?.[language], slots.fields)] as const),
  ]);
}

/** Without what has no value; null if nothing has one. */
function storedOf({ fields = {}, ...texts }: LanguageTexts): StoredTexts | null {
  const values = Object.entries(fields).filter(([, value]) => value !== null);
  const some = [
    ...Object.entries(texts).filter(([, text]) => text !== null),
    ...(values.length > 0 ? [['fields', Object.fromEntries(values)]] : []),
  ];
  return some.length > 0 ? (Object.fromEntries(some) as StoredTexts) : null;
}

/** Replaces all but what the asset's record has: title, description and custom fields in the default language. The asset must be locked. */
export async function saveTexts(
  db: Db,
  assetId: string,
  alt: string | null,
  others: AssetTexts,
): Promise<void> {
  const stored = Object.entries(others).flatMap(([language, texts]) => {
    const some = storedOf(texts);
    return some ? [[language, some] as const] : [];
  });
  await db.query(write, [assetId, alt, JSON.stringify(Object.fromEntries(stored))]);
}

/** The custom fields after a change: those that aren't named stay. */
function changedFields(
  before: LanguageTexts | undefined,
  given: LanguageTextsInput | null,
): Pick<LanguageTexts, 'fields'> {
  if (!before?.fields) return {};
  const changes: [string, string | null][] = Object.entries(given?.fields ?? {}).map(([key, value]) => [
    key,
    value || null,
  ]);
  return { fields: { ...before.fields, ...Object.fromEntries(changes) } };
}

/**
 * The texts after a change: what isn't named of a language is cleared, custom fields excepted, and languages that aren't named stay.
 *
 * @param first the default language. Its custom fields are values of the asset like any other, and null doesn't clear them
 */
export const changedTexts = (before: AssetTexts, given: TextsInput, first: string): AssetTexts => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(given).map(([language, texts]) => {
      const keys = Object.keys(before[language]?.fields ?? {});
      const cleared = texts === null && language !== first;
      return [
        language,
        {
          ...textsOf(texts ?? {}, cleared ? keys : []),
          ...(!cleared && changedFields(before[language], texts)),
        },
      ];
    }),
  ),
});
