// The panel's words in English, the source of all other languages: one file per part.
import { language } from './language.ts';

export const en = { language } as const;
