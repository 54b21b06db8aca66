// An asset as its page edits it: its record, its texts in each language and its usage terms, as one. Pure.
import type { AssetTexts, LanguageTexts } from '../../../../assets/languages/asset-texts.ts';
import type { Asset, AssetPatch, Rights } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import type { FieldValue, FieldValues } from '../../../../fields/schemas.ts';
import { same } from '../../../client/drafts/merge.ts';
import type { InputFor } from '../../../client/operations.ts';
import { isEmptyRights, noRights } from '../rights/no-rights.ts';

/** What the record says. An empty text is none. */
export interface EditedRecord {
  title: string;
  description: string;
  creator: string;
  copyright: string;
  tags: string[];
  fields: FieldValues;
  rights: Rights;
  origin: NonNullable<Asset['origin']> | '';
  parentAssetId: string | null;
  generator: string;
  prompt: string;
  /** The asset to use instead. */
  supersededBy: string | null;
  private: boolean;
  public: boolean;
}

/** The texts in a language that isn't the default. */
export interface EditedLanguage {
  title: string;
  description: string;
  alt: string;
  fields: Record<string, string>;
}

export interface EditedTexts {
  /** In the default language, whose other texts are the record's. */
  alt: string;
  languages: Record<string, EditedLanguage>;
}

export interface EditedUsage {
  credit: string;
  terms: string;
  licensorUrl: string;
  mining: NonNullable<AssetUsage['mining']> | '';
}

export interface EditedAsset extends EditedRecord, EditedTexts {
  usage: EditedUsage;
}

/** In one order, so that setting a value and taking it back changes nothing. */
const sorted = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

/** @param value undefined: none */
export function withValue(values: FieldValues, key: string, value: FieldValue | undefined): FieldValues {
  const { [key]: _, ...others } = values;
  return sorted(value === undefined ? others : { ...others, [key]: value });
}

export const recordOf = ({ metadata, ...asset }: Asset): EditedRecord => ({
  title: metadata.title ?? '',
  description: metadata.description ?? '',
  creator: metadata.creator ?? '',
  copyright: metadata.copyright ?? '',
  tags: asset.tags,
  fields: sorted(asset.fields),
  rights: { ...noRights, ...asset.rights },
  origin: asset.origin ?? '',
  parentAssetId: asset.parentAssetId,
  generator: asset.generator ?? '',
  prompt: asset.prompt ?? '',
  supersededBy: asset.supersededBy,
  private: asset.private,
  public: asset.public,
});

/** The languages of the workspace, the default first. */
export const languagesOf = (texts: AssetTexts): [standard: string, ...others: string[]] => {
  const [standard = '', ...others] = Object.keys(texts);
  return [standard, ...others];
};

const languageOf = ({ title, description, alt, fields = {} }: LanguageTexts): EditedLanguage => ({
  title: title ?? '',
  description: description ?? '',
  alt: alt ?? '',
  fields: sorted(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value ?? '']))),
});

export function textsOf(texts: AssetTexts): EditedTexts {
  const [standard, ...others] = languagesOf(texts);
  const languages = others.flatMap((language) => {
    const inIt = texts[language];
    return inIt ? [[language, languageOf(inIt)] as const] : [];
  });
  return { alt: texts[standard]?.alt ?? '', languages: Object.fromEntries(languages) };
}

export const usageOf = (usage: AssetUsage): EditedUsage => ({
  credit: usage.credit ?? '',
  terms: usage.terms ?? '',
  licensorUrl: usage.licensorUrl ?? '',
  mining: usage.mining ?? '',
});

export const editedOf = (asset: Asset, texts: AssetTexts, usage: AssetUsage): EditedAsset => ({
  ...recordOf(asset),
  ...textsOf(texts),
  usage: usageOf(usage),
});

const orNone = (text: string): string | null => (text.trim() === '' ? null : text);

/** The fields that differ, for a patch; null clears one. */
function changedFields(before: FieldValues, after: FieldValues): Record<string, FieldValue | null> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    keys.filter((key) => before[key] !== after[key]).map((key) => [key, after[key] ?? null]),
  );
}

/** What a patch has to say to make one record of the other; `{}` if nothing. */
export function patchTo(before: EditedRecord, after: EditedRecord): AssetPatch {
  const all: Required<Pick<AssetPatch, keyof EditedRecord>> = {
    title: orNone(after.title),
    description: orNone(after.description),
    creator: orNone(after.creator),
    copyright: orNone(after.copyright),
    tags: after.tags,
    fields: changedFields(before.fields, after.fields),
    rights: isEmptyRights(after.rights) ? null : after.rights,
    origin: after.origin === '' ? null : after.origin,
    parentAssetId: after.parentAssetId,
    generator: orNone(after.generator),
    prompt: orNone(after.prompt),
    supersededBy: after.supersededBy,
    private: after.private,
    public: after.public,
  };
  const isChanged = (name: string): boolean =>
    !same(before[name as keyof EditedRecord], after[name as keyof EditedRecord]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => isChanged(name)));
}

/**
 * The body that makes one texts of the other; `{}` if they're the same.
 * @param stored as they are: each language is replaced as a whole
 */
export function textsTo(
  before: EditedTexts,
  after: EditedTexts,
  stored: AssetTexts,
): InputFor<'set_asset_texts'>['body'] {
  const [standard] = languagesOf(stored);
  const own = stored[standard];
  const changed = Object.entries(after.languages).filter(
    ([language, texts]) => language in stored && !same(before.languages[language], texts),
  );
  const others = changed.map(([language, { fields, ...texts }]) => {
    const values = Object.entries(fields).map(([key, value]) => [key, orNone(value)] as const);
    const whole = {
      title: orNone(texts.title),
      description: orNone(texts.description),
      alt: orNone(texts.alt),
      ...(values.length > 0 && { fields: Object.fromEntries(values) }),
    };
    return [language, whole] as const;
  });
  const alt =
    own && before.alt !== after.alt
      ? { [standard]: { title: own.title, description: own.description, alt: orNone(after.alt) } }
      : {};
  return { ...alt, ...Object.fromEntries(others) };
}

export const usageBody = (usage: EditedUsage): InputFor<'set_asset_usage'>['body'] => ({
  credit: orNone(usage.credit),
  terms: orNone(usage.terms),
  licensorUrl: orNone(usage.licensorUrl),
  mining: usage.mining === '' ? null : usage.mining,
});
