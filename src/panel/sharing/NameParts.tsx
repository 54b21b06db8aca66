'use client';
// The name of a portal or site, and its part of the address.
import type { Saving } from '../client/useSaving.ts';
import { TextPart } from '../ui/form/inputs.tsx';
import { NamePart } from '../ui/form/record-inputs.tsx';
import { useWords } from '../words/useWords.ts';
import { recordKeys, type RecordNoun } from './record-words.ts';

interface Named {
  name: string;
  slug: string;
}

interface Props {
  noun: RecordNoun;
  shown: Named;
  saving: Saving;
  onChange: (change: Partial<Named>) => void;
}

export function NameParts({ noun, shown, saving, onChange }: Props) {
  const { t } = useWords();
  return (
    <>
      <NamePart
        id={`mq-${noun}-name`}
        value={shown.name}
        problem={saving.at('name')}
        onChange={(name) => onChange({ name })}
      />
      <TextPart
        id={`mq-${noun}-slug`}
        label={t(recordKeys[noun].slug)}
        value={shown.slug}
        maxLength={63}
        problem={saving.at('slug')}
        hint={t('sharing:slugHint')}
        onChange={(slug) => onChange({ slug })}
      />
    </>
  );
}
