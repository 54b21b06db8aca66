'use client';
// Titles, descriptions, alt texts and translated custom fields of an asset, by language.
import { useId } from 'react';
import type { TextKind } from '../../../assets/languages/asset-texts.ts';
import type { Proposal } from '../../../review/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { useMe } from '../../client/me.tsx';
import { useFields } from '../../client/useFields.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { TextSides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

/** Those that change; null: none, or to be cleared. */
type LanguageTexts = Partial<Record<TextKind, string | null>> & { fields?: Record<string, string | null> };
type Texts = Record<string, LanguageTexts>;

const textsIn = ({ before, after }: Proposal) => ({
  before: (before?.texts ?? {}) as Texts,
  after: (after.texts ?? {}) as Texts,
});

const parts = [
  { name: 'title', label: 'review:kindTitle', type: 'text', maxLength: 500 },
  { name: 'description', label: 'review:kindDescription', type: 'lines', maxLength: 10_000 },
  { name: 'alt', label: 'texts:alt', type: 'lines', maxLength: 2000 },
] as const satisfies readonly { name: TextKind; label: PlainKey; [rest: string]: unknown }[];

/** One text: its place among those of a language, and how it's named and edited. */
interface Part {
  name: string;
  label: string;
  type: 'text' | 'lines';
  maxLength: number;
  read: (texts: LanguageTexts | undefined) => string;
  change: (texts: LanguageTexts, text: string) => LanguageTexts;
}

const fieldPart = (key: string, label: string): Part => ({
  name: `fields.${key}`,
  label,
  type: 'text',
  maxLength: 5000,
  read: (texts) => texts?.fields?.[key] ?? '',
  change: (texts, text) => ({ ...texts, fields: { ...texts.fields, [key]: text || null } }),
});

/** Of what changes in a language. */
function usePartsOf(): (texts: LanguageTexts) => Part[] {
  const { t } = useWords();
  const { fields } = useFields(useMe()?.workspace?.id ?? null);
  return (texts) => [
    ...parts
      .filter(({ name }) => name in texts)
      .map(({ name, label, ...part }): Part => ({
        ...part,
        name,
        label: t(label),
        read: (of) => of?.[name] ?? '',
        change: (of, text) => ({ ...of, [name]: text || null }),
      })),
    ...Object.keys(texts.fields ?? {}).map((key) =>
      fieldPart(key, fields?.find((field) => field.key === key)?.label ?? key),
    ),
  ];
}

function Change({ proposal }: { proposal: Proposal }) {
  const { language: nameOf } = useWords();
  const partsOf = usePartsOf();
  const { before, after } = textsIn(proposal);
  return Object.entries(after).map(([language, texts]) => (
    <section key={language} className="mq-change" aria-label={nameOf(language)}>
      <h3>{nameOf(language)}</h3>
      {partsOf(texts).map(({ name, label, read }) => (
        <div key={name} data-part={name}>
          <p className="mq-label">{label}</p>
          <TextSides before={read(before[language])} after={read(texts)} />
        </div>
      ))}
    </section>
  ));
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { language: nameOf } = useWords();
  const partsOf = usePartsOf();
  const [all, setAll] = useEdited('all', textsIn(proposal).after);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ texts: all })}>
      {Object.entries(all).flatMap(([language, texts]) =>
        partsOf(texts).map(({ name, label, type, maxLength, read, change }) => (
          <TextPart
            key={`${language} ${name}`}
            id={`${id}-${language}-${name}`}
            label={`${label} (${nameOf(language)})`}
            type={type}
            maxLength={maxLength}
            value={read(texts)}
            onChange={(text) => setAll({ ...all, [language]: change(texts, text) })}
          />
        )),
      )}
    </EditForm>
  );
}

export const texts: KindView = {
  label: (t) => t('review:kindTexts'),
  gist: (proposal, t) =>
    t('review:changeTexts', { languages: Object.keys(textsIn(proposal).after).join(', ') }),
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <Change proposal={proposal} />}</TargetPreview>
  ),
  Edit,
};
