// The panel's words in German. docs/words.md has the glossary.
import type { en } from '../en/index.ts';
import type { TranslationOf } from '../keys.ts';
import { language } from './language.ts';

export const de = { language } satisfies TranslationOf<typeof en>;
