'use client';
// An asset's title, description and alt text, in each language of the workspace, with its creator and copyright.
import { Fragment, useState } from 'react';
import type { Field } from '../../../../fields/schemas.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import { TextPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { FormPartsProps } from '../form/form-parts.ts';
import type { EditedAsset, EditedLanguage } from '../form/edited-asset.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { TranslatedFields } from './TranslatedFields.tsx';
import './texts.css';

interface Part {
  key: 'title' | 'description' | 'alt' | 'creator' | 'copyright';
  label: PlainKey;
  type: 'text' | 'lines';
  maxLength: number;
  hint?: PlainKey;
}

const parts: readonly Part[] = [
  { key: 'title', label: 'asset:title', type: 'text', maxLength: 500 },
  { key: 'description', label: 'review:description', type: 'lines', maxLength: 10_000 },
  { key: 'alt', label: 'texts:alt', type: 'lines', maxLength: 2000, hint: 'texts:altHint' },
  { key: 'creator', label: 'review:kindCreator', type: 'text', maxLength: 500 },
  { key: 'copyright', label: 'review:copyright', type: 'text', maxLength: 1000 },
];

type Translated = 'title' | 'description' | 'alt';
const isTranslated = (key: Part['key']): key is Translated => key !== 'creator' && key !== 'copyright';

/** The texts in a language; the record has those in the default one. */
const textsIn = (value: EditedAsset, language: string): Pick<EditedLanguage, Translated> =>
  value.languages[language] ?? value;

/** A change of the texts in another language than the default. */
function changedIn(
  value: EditedAsset,
  language: string,
  change: Partial<EditedLanguage>,
): Pick<EditedAsset, 'languages'> {
  const before = value.languages[language];
  return before
    ? { languages: { ...value.languages, [language]: { ...before, ...change } } }
    : { languages: value.languages };
}

interface Props extends FormPartsProps {
  fields: readonly Field[];
}

export function TextParts({ draft, value, languages, fields, readOnly }: Props) {
  const { t } = useWords();
  const [standard = ''] = languages;
  const [chosen, choose] = useState<string | null>(null);
  const hasSeveral = languages.length > 1;
  const language = chosen !== null && languages.includes(chosen) ? chosen : standard;
  const isStandard = language === standard;
  const inLanguage = value.languages[language];
  /** Of its errors: the alt text is never the record's. */
  const pathOf = (key: Part['key']): string =>
    key === 'alt' || (isTranslated(key) && !isStandard) ? `${language}.${key}` : key;
  const edit = (key: Part['key'], text: string): void =>
    draft.change(
      isTranslated(key) && !isStandard ? changedIn(value, language, { [key]: text }) : { [key]: text },
    );
  return (
    <div className="mq-pair mq-pair--two">
      {hasSeveral && (
        <div className="mq-pair__whole">
          <LanguageSwitch
            languages={languages}
            chosen={language}
            textsIn={(one) => textsIn(value, one)}
            onChange={choose}
          />
        </div>
      )}
      {parts.map(({ key, label, hint, ...part }) => (
        <Fragment key={key}>
          <div className={isTranslated(key) ? 'mq-pair__whole' : ''}>
            <TextPart
              {...part}
              id={`mq-asset-${key}`}
              label={t(label)}
              hint={hint && t(hint)}
              lang={hasSeveral && isTranslated(key) ? language : undefined}
              placeholder={isStandard || !isTranslated(key) || key === 'alt' ? undefined : value[key]}
              value={isTranslated(key) ? textsIn(value, language)[key] : value[key]}
              readOnly={readOnly}
              problem={draft.problemAt(pathOf(key))}
              onChange={(text) => edit(key, text)}
            />
          </div>
          {key === 'alt' && inLanguage && !isStandard && (
            <TranslatedFields
              id={`mq-asset-${language}`}
              fields={fields}
              language={language}
              values={inLanguage.fields}
              standard={value.fields}
              readOnly={readOnly}
              onChange={(values) => draft.change(changedIn(value, language, { fields: values }))}
            />
          )}
        </Fragment>
      ))}
    </div>
  );
}
