'use client';
// The panel's words in the person's language, as Payload knows it.
import { useTranslation } from '@payloadcms/ui';
import { useSyncExternalStore } from 'react';
import { languageOf, wordsIn, type Words } from './words.tsx';

const never = () => () => undefined;

/** The browser's region, where it speaks the language: "en-GB" for "en". */
const inRegion = (language: string): string =>
  navigator.languages.find((one) => one === language || one.startsWith(`${language}-`)) ?? language;

export function useWords(): Words {
  const { translations } = useTranslation().i18n;
  const language = languageOf(translations);
  // The server doesn't know the region, and the browser first draws what the server did.
  const locale = useSyncExternalStore(
    never,
    () => inRegion(language),
    () => language,
  );
  return wordsIn(translations, locale);
}
