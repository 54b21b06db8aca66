'use client';
// Chooses the language in which an asset's texts are edited, and says in which some are missing.
import type { LanguageTexts } from '../../../../assets/languages/asset-texts.ts';
import { useWords } from '../../../words/useWords.ts';
import './texts.css';

interface Props {
  languages: readonly string[];
  chosen: string;
  textsIn: (language: string) => Partial<LanguageTexts> | undefined;
  onChange: (language: string) => void;
}

/** A description stands in for an alt text. */
const isIncomplete = (texts: Partial<LanguageTexts> | undefined): boolean =>
  !texts?.title || !(texts.alt || texts.description);

export function LanguageSwitch({ languages, chosen, textsIn, onChange }: Props) {
  const { t, language: nameOf } = useWords();
  return (
    <div className="mq-filters mq-languages" role="group" aria-label={t('texts:language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          aria-pressed={language === chosen}
          onClick={() => onChange(language)}
        >
          {nameOf(language)}
          {isIncomplete(textsIn(language)) && (
            <span className="mq-languages__gap" title={t('texts:incomplete')}>
              <span className="mq-sr-only"> ({t('texts:incomplete')})</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
