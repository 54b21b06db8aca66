'use client';
// Chooses the language in which an asset's texts are edited, and says in which some are missing.
import type { EditedLanguage } from '../form/edited-asset.ts';
import { useWords } from '../../../words/useWords.ts';

type Texts = Pick<EditedLanguage, 'title' | 'description' | 'alt'>;

interface Props {
  languages: readonly string[];
  chosen: string;
  textsIn: (language: string) => Texts;
  onChange: (language: string) => void;
}

/** A description stands in for an alt text. */
const isIncomplete = ({ title, alt, description }: Texts): boolean =>
  title === '' || (alt === '' && description === '');

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
