import { z } from 'zod';
import {
  assetTextsOf,
  TextsInput,
  textKinds,
  type AssetTexts,
  type TextKind,
} from '../../assets/languages/asset-texts.ts';
import { changeTexts } from '../../assets/languages/change-texts.ts';
import { issuesOf, slotsIn } from '../../assets/languages/slots.ts';
import { serviceOf } from '../../core/service.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import type { ChangeKind, Parts } from './kind.ts';

type LanguageTexts = Partial<Record<TextKind, string | null | undefined>> & {
  fields?: Record<string, string | null> | undefined;
};
type Texts = Record<string, LanguageTexts | null>;

const textsIn = (state: JsonRecord): Texts => (state.texts ?? {}) as Texts;

/** Neither language tags nor the keys of custom fields have dots. */
const partOf = (language: string, ...names: string[]): string => [language, ...names].join('.');
/** @returns the language, and its text, or else `fields` and the key of a custom field */
const split = (part: string): [language: string, kind: TextKind | 'fields', key?: string] => {
  const [language = '', kind, key] = part.split('.');
  return [language, kind as TextKind | 'fields', key];
};

const withoutValue = (text: string | null | undefined): string | null => text?.trim() || null;

/** Those that are named, by part. A language that is null: its title, description and alt text are cleared. */
function partsIn(state: JsonRecord): Map<string, string | null> {
  return new Map(
    Object.entries(textsIn(state)).flatMap(([language, texts]) => [
      ...textKinds.flatMap((kind): [string, string | null][] =>
        texts === null || texts[kind] !== undefined
          ? [[partOf(language, kind), withoutValue(texts?.[kind])]]
          : [],
      ),
      ...Object.entries(texts?.fields ?? {}).map(([key, value]): [string, string | null] => [
        partOf(language, 'fields', key),
        withoutValue(value),
      ]),
    ]),
  );
}

function byLanguage(parts: Parts): Texts {
  const texts: Texts = {};
  for (const [part, value] of parts) {
    const [language, kind, key] = split(part);
    const now = texts[language];
    const changed = key === undefined ? value : { ...now?.fields, [key]: value };
    texts[language] = { ...now, [kind]: changed };
  }
  return texts;
}

function textIn(state: JsonRecord, part: string): string | null {
  const [language, kind, key] = split(part);
  const texts = Object.hasOwn(textsIn(state), language) ? textsIn(state)[language] : null;
  if (kind === 'fields') {
    const values = texts?.fields;
    return (key !== undefined && values && Object.hasOwn(values, key) ? values[key] : null) ?? null;
  }
  return texts?.[kind] ?? null;
}

/** Title, description, alt text and translated fields in the languages of the workspace; each part is one text. */
export const textsKind: ChangeKind = {
  name: 'texts',
  counted: ['change of texts by language', 'changes of texts by language'],
  described: {
    change:
      '{texts} by language: the title, description, alt text or value in fields that changes; null clears one, or all of a language',
    after: '{texts} by language: those that change; null clears one',
  },
  tool: {
    schema: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe('title, description, alt and fields by language'),
    toChange: (texts) => ({ texts }),
  },
  schema: z.strictObject({
    texts: TextsInput.refine((texts) => partsIn({ texts }).size > 0, 'Send at least one text.').describe(
      'By language. Only the texts you send change; null clears one, or all of a language',
    ),
  }),
  more: async ({ req, db }, id, { workspace_id: workspace }) => ({
    texts: await assetTextsOf(db, id, await slotsIn(serviceOf(req.payload), db, workspace)),
  }),
  current: ({ texts }) => texts,
  wanted: partsIn,
  read: textIn,
  before: (asset, parts) => ({
    texts: byLanguage(new Map(parts.map((part) => [part, textIn(asset, part)]))),
  }),
  after: (parts) => ({ texts: byLanguage(parts) }),
  partsOf: partsIn,
  check: (_, { asset }, change) => {
    const [first = '', ...others] = Object.keys(asset.texts ?? {});
    const fields = Object.keys(asset.texts?.[first]?.fields ?? {});
    return issuesOf(textsIn(change), { languages: [first, ...others], fields }, 'texts.');
  },
  apply: async ({ req, db }, id, asset, parts) => {
    const now = asset.texts as AssetTexts;
    const changed = Object.entries(byLanguage(parts)).map(([language, texts]) => [
      language,
      { ...now[language], ...texts },
    ]);
    await changeTexts(req, db, id, Object.fromEntries(changed) as TextsInput);
  },
};
