'use client';
// Titles, descriptions and alt texts of an asset, by language.
import { useId, useState } from 'react';
import type { TextKind } from '../../../assets/languages/asset-texts.ts';
import type { Proposal } from '../../../review/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { TextSides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';

/** Those that change; null: none, or to be cleared. */
type Texts = Record<string, Partial<Record<TextKind, string | null>>>;

const textsIn = ({ before, after }: Proposal) => ({
  before: (before?.texts ?? {}) as Texts,
  after: (after.texts ?? {}) as Texts,
});

const parts = [
  { name: 'title', label: 'review:kindTitle', type: 'text', maxLength: 500 },
  { name: 'description', label: 'review:kindDescription', type: 'lines', maxLength: 10_000 },
  { name: 'alt', label: 'texts:alt', type: 'lines', maxLength: 2000 },
] as const satisfies readonly { name: TextKind; label: PlainKey; [rest: string]: unknown }[];

const partsOf = (texts: Texts[string]) => parts.filter(({ name }) => name in texts);

function Change({ proposal }: { proposal: Proposal }) {
  const { t, language: nameOf } = useWords();
  const { before, after } = textsIn(proposal);
  return Object.entries(after).map(([language, texts]) => (
    <section key={language} className="mq-change" aria-label={nameOf(language)}>
      <h3>{nameOf(language)}</h3>
      {partsOf(texts).map(({ name, label }) => (
        <div key={name} data-part={name}>
          <p className="mq-label">{t(label)}</p>
          <TextSides before={before[language]?.[name] ?? ''} after={texts[name] ?? ''} />
        </div>
      ))}
    </section>
  ));
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t, language: nameOf } = useWords();
  const [all, setAll] = useState(textsIn(proposal).after);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ texts: all })}>
      {Object.entries(all).flatMap(([language, texts]) =>
        partsOf(texts).map(({ name, label, type, maxLength }) => (
          <TextPart
            key={`${language} ${name}`}
            id={`${id}-${language}-${name}`}
            label={`${t(label)} (${nameOf(language)})`}
            type={type}
            maxLength={maxLength}
            value={texts[name] ?? ''}
            onChange={(text) => setAll({ ...all, [language]: { ...texts, [name]: text || null } })}
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
