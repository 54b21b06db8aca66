'use client';
// The custom fields that are translated, in a language that isn't the default.
import { TextPart } from '../../../ui/form/inputs.tsx';
import { useMe } from '../../../client/me.tsx';
import { useFields } from '../../../client/useFields.ts';
import type { Texts } from './useTexts.ts';

interface Props {
  id: string;
  texts: Texts;
  language: string;
  readOnly: boolean;
}

export function TranslatedFields({ id, texts, language, readOnly }: Props) {
  const { fields } = useFields(useMe()?.workspace?.id ?? null);
  const values = texts.textsIn(language)?.fields ?? {};
  return fields
    ?.filter(({ key }) => key in values)
    .map(({ key, label }) => (
      <TextPart
        key={key}
        id={`${id}-${key}`}
        label={label}
        type="text"
        maxLength={5000}
        lang={language}
        placeholder={texts.textsIn(texts.standard)?.fields?.[key] ?? undefined}
        value={values[key] ?? ''}
        readOnly={readOnly}
        onChange={(text) => texts.edit(language, { fields: { ...values, [key]: text || null } })}
      />
    ));
}
