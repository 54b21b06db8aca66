import { z } from 'zod';
import {
  assetTextsOf,
  TextsInput,
  textKinds,
  type AssetTexts,
  type TextKind,
} from '../../assets/languages/asset-texts.ts';
import { changeTexts } from '../../assets/languages/change-texts.ts';
import { languagesIn, unknownLanguage } from '../../assets/languages/languages.ts';
import { serviceOf } from '../../core/service.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import type { ChangeKind, Parts } from './kind.ts';

type Texts = Record<string, Partial<Record<TextKind, string | null | undefined>> | null>;

const textsIn = (state: JsonRecord): Texts => (state.texts ?? {}) as Texts;

/** Language tags have no dots. */
const partOf = (language: string, kind: string): string => `${language}.${kind}`;
const split = (part: string): [language: string, kind: TextKind] => {
  const [language = '', kind] = part.split('.');
  return [language, kind as TextKind];
};

/** Those that are named, by part. A language that is null: all of it is cleared. */
function partsIn(state: JsonRecord): Map<string, string | null> {
  return new Map(
    Object.entries(textsIn(state)).flatMap(([language, texts]) =>
      textKinds.flatMap((kind): [string, string | null][] =>
        texts === null || texts[kind] !== undefined
          ? [[partOf(language, kind), texts?.[kind]?.trim() || null]]
          : [],
      ),
    ),
  );
}

function byLanguage(parts: Parts): Texts {
  const texts: Texts = {};
  for (const [part, value] of parts) {
    const [language, kind] = split(part);
    texts[language] = { ...texts[language], [kind]: value as string | null };
  }
  return texts;
}

function textIn(state: JsonRecord, part: string): string | null {
  const [language, kind] = split(part);
  return (Object.hasOwn(textsIn(state), language) ? textsIn(state)[language]?.[kind] : null) ?? null;
}

/** Title, description and alt text in the languages of the workspace; each part is one text. */
export const textsKind: ChangeKind = {
  name: 'texts',
  counted: ['change of texts by language', 'changes of texts by language'],
  described: {
    change:
      '{texts} by language: the title, description or alt text that changes; null clears one, or all of a language',
    after: '{texts} by language: those that change; null clears one',
  },
  tool: {
    schema: z
      .record(z.string(), z.record(z.string(), z.string().nullable()))
      .describe('title, description and alt by language'),
    toChange: (texts) => ({ texts }),
  },
  schema: z.strictObject({
    texts: TextsInput.refine((texts) => partsIn({ texts }).size > 0, 'Send at least one text.').describe(
      'By language. Only the texts you send change; null clears one, or all of a language',
    ),
  }),
  more: async ({ req, db }, id, { workspace_id: workspace }) => ({
    texts: await assetTextsOf(db, id, await languagesIn(serviceOf(req.payload), db, workspace)),
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
    const known = Object.keys(asset.texts ?? {});
    return Object.keys(textsIn(change))
      .filter((language) => !known.includes(language))
      .map((language) => ({ path: `texts.${language}`, message: unknownLanguage(language, known) }));
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
